package allumettes;

import junit.framework.TestCase;
import org.junit.Test;

public class RapideTest extends TestCase {
	private Strategie rapide = new Rapide();

	@Test public void testBeaucoup() {
		assertEquals(3, rapide.getPrise(new JeuConcret(13), null));
		assertEquals(3, rapide.getPrise(new JeuConcret(4), null));
		assertEquals(3, rapide.getPrise(new JeuConcret(3), null));
	}

	@Test public void testPeu() {
		assertEquals(2, rapide.getPrise(new JeuConcret(2), null));
		assertEquals(1, rapide.getPrise(new JeuConcret(1), null));
	}
}
