package allumettes;

/** Jouer du mieux possible. */
public class StrategieExpert implements Strategie
{
	@Override
	public int getPrise(Jeu jeu, String nomJoueur)
	{
		int reste = jeu.getNombreAllumettes() % (Jeu.PRISE_MAX + 1);
		if (reste == 0)
		{
			return Jeu.PRISE_MAX;
		}
		else if (reste == 1)
		{
			return 1;
		}
		else
		{
			return reste - 1;
		}
	}
}
