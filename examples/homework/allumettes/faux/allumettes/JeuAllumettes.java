package allumettes;

/**
 * Le jeu réel.
 *
 * @author	Un étudiant
 * @version	1.3
 */
public class JeuAllumettes implements Jeu
{
	/** Nombre d'allumettes encore présentes. */
	private int nombreAllumettes;

	/**
	 * Construire un jeu à partir de son nombre initial d'allumettes.
	 *
	 * @param nombreInitial	le nombre initial d'allumettes
	 */
	//@ requires nombreInitial > 0;
	public JeuAllumettes(int nombreInitial)
	{
		this.nombreAllumettes = nombreInitial;
	}

	@Override
	public int getNombreAllumettes()
	{
		return this.nombreAllumettes;
	}

	@Override
	public void retirer(int nbPrises) throws CoupInvalideException
	{
		if (nbPrises < 1)
		{
			throw new CoupInvalideException(nbPrises, "< 1");
		}
		else if (nbPrises > this.getMaximum())
		{
			throw new CoupInvalideException(nbPrises, "> " + this.getMaximum());
		}
		else
		{
			this.nombreAllumettes = this.nombreAllumettes - nbPrises;
		}
	}

	/** La plus grande prise possible. */
	private int getMaximum()
	{
		if (this.nombreAllumettes >= Jeu.PRISE_MAX)
		{
			return Jeu.PRISE_MAX;
		}
		else
		{
			return this.nombreAllumettes;
		}
	}
}
