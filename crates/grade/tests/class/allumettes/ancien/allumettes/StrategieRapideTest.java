package allumettes;

import org.junit.*;
import static org.junit.Assert.*;

public class StrategieRapideTest {
	private StrategieRapide rapide;

	@Before public void setUp() {
		rapide = new StrategieRapide();
	}

	@Test public void testGetPrise() {
		assertEquals(3, rapide.getPrise(new JeuReel(13)));
		assertEquals(3, rapide.getPrise(new JeuReel(3)));
		assertEquals(2, rapide.getPrise(new JeuReel(2)));
		assertEquals(1, rapide.getPrise(new JeuReel(1)));
	}
}
