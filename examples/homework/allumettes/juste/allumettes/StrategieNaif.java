package allumettes;

import java.util.Random;

/** Prendre au hasard. */
public class StrategieNaif implements Strategie
{
	/** Le générateur de nombres aléatoires. */
	private Random generateur;

	/** Construire la stratégie. */
	public StrategieNaif()
	{
		this.generateur = new Random();
	}

	@Override
	public int getPrise(Jeu jeu, String nomJoueur)
	{
		return 1 + Math.abs(this.generateur.nextInt()) % Jeu.PRISE_MAX;
	}
}
