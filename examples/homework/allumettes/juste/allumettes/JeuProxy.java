package allumettes;

/** Mandataire du jeu réel. */
public class JeuProxy implements Jeu
{
	/** Le sujet réel. */
	private Jeu sujetReel;

	/** @param sujetReel	le jeu protégé */
	public JeuProxy(Jeu sujetReel)
	{
		this.sujetReel = sujetReel;
	}

	@Override
	public int getNombreAllumettes()
	{
		return this.sujetReel.getNombreAllumettes();
	}

	@Override
	public void retirer(int nbPrises) throws CoupInvalideException, OperationInterditeException
	{
		throw new OperationInterditeException("Interdit de retirer " + nbPrises + " allumette(s)");
	}
}
