package allumettes;

import static org.junit.Assert.*;
import org.junit.*;

/** Tests de la stratégie rapide, avec un jeu bouchon. */
public class StrategieRapideTest {

	/** Un jeu qui ne fait que donner un nombre. */
	private static class JeuBouchon implements Jeu {
		private final int n;

		JeuBouchon(int n) {
			this.n = n;
		}

		@Override
		public int getNombreAllumettes() {
			return this.n;
		}

		@Override
		public void retirer(int nbPrises) {
			fail("une stratégie ne retire rien");
		}
	}

	private StrategieRapide rapide;

	@Before
	public void setUp() {
		rapide = new StrategieRapide();
	}

	@Test
	public void testPriseMaximale() {
		for (int n = Jeu.PRISE_MAX; n <= 13; n++) {
			assertEquals("avec " + n, Jeu.PRISE_MAX, rapide.nbPrise(new JeuBouchon(n)));
		}
	}

	@Test
	public void testUneAllumette() {
		assertEquals(1, rapide.nbPrise(new JeuBouchon(1)));
	}

	@Test
	public void testDeuxAllumettes() {
		assertTrue(rapide.nbPrise(new JeuBouchon(2)) == 2);
	}
}
