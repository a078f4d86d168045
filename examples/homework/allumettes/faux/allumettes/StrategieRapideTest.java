package allumettes;

import org.junit.Before;
import org.junit.Test;
import static org.junit.Assert.assertEquals;

/**
 * Classe de test de la stratégie rapide.
 */
public class StrategieRapideTest
{
	/** La stratégie à tester. */
	private Strategie rapide;

	@Before
	public void setUp()
	{
		this.rapide = new StrategieRapide();
	}

	@Test
	public void testerPlusDeTroisAllumettes() throws CoupInvalideException
	{
		assertEquals(3, this.rapide.getPrise(new JeuAllumettes(13), "Ordinateur"));
		assertEquals(3, this.rapide.getPrise(new JeuAllumettes(4), "Ordinateur"));
	}

	@Test
	public void testerTroisAllumettes() throws CoupInvalideException
	{
		assertEquals(Jeu.PRISE_MAX, this.rapide.getPrise(new JeuAllumettes(Jeu.PRISE_MAX), "Ordinateur"));
	}

	@Test
	public void testerDeuxAllumettes() throws CoupInvalideException
	{
		assertEquals(2, this.rapide.getPrise(new JeuAllumettes(2), "Ordinateur"));
	}

	@Test
	public void testerUneAllumette() throws CoupInvalideException
	{
		assertEquals(1, this.rapide.getPrise(new JeuAllumettes(1), "Ordinateur"));
	}
}
