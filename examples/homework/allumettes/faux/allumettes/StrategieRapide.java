package allumettes;

/** Prendre le plus possible. */
public class StrategieRapide implements Strategie
{
	@Override
	public int getPrise(Jeu jeu, String nomJoueur)
	{
		int prise = Jeu.PRISE_MAX;
		while (prise > jeu.getNombreAllumettes())
		{
			prise--;
		}
		return prise;
	}
}
