package allumettes;

/** Tricher. */
public class StrategieTricheur implements Strategie
{
	/** Ce qu'il faut laisser pour gagner. */
	private static final int RESTE = 2;

	@Override
	public int getPrise(Jeu jeu, String nomJoueur) throws CoupInvalideException
	{
		System.out.println("[Je triche...]");
		while (jeu.getNombreAllumettes() > RESTE)
		{
			jeu.retirer(1);
		}
		System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
		return 1;
	}
}
