package allumettes;

/** Un joueur a un nom et suit une stratégie. */
public class Joueur
{
	/** Le nom. */
	private String nom;
	/** La stratégie suivie. */
	private Strategie strategie;

	/**
	 * Construire un joueur.
	 *
	 * @param nom	son nom
	 * @param strategie	sa stratégie
	 */
	public Joueur(String nom, Strategie strategie)
	{
		this.setNom(nom);
		this.setStrategie(strategie);
	}

	/** @return le nom */
	public String getNom()
	{
		return this.nom;
	}

	/** @param nom	le nouveau nom */
	private void setNom(String nom)
	{
		this.nom = nom;
	}

	/** @param strategie	la nouvelle stratégie */
	public void setStrategie(Strategie strategie)
	{
		this.strategie = strategie;
	}

	/**
	 * Demander au joueur combien il prend d'allumettes.
	 *
	 * @param jeu	le jeu
	 * @return le nombre d'allumettes
	 * @throws CoupInvalideException	si le joueur joue mal
	 */
	public int getPrise(Jeu jeu) throws CoupInvalideException
	{
		return this.strategie.getPrise(jeu, this.nom);
	}
}
