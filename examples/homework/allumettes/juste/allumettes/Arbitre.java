package allumettes;

/** L'arbitre d'une partie. */
public class Arbitre
{
	/** Les joueurs. */
	private Joueur j1, j2;
	/** Est-ce à j1 de jouer ? */
	private boolean tourDeJ1;
	/** Y a-t-il eu triche ? */
	private boolean triche;
	/** L'arbitre est-il confiant ? */
	private boolean confiant;

	/**
	 * Construire un arbitre.
	 *
	 * @param j1	celui qui commence
	 * @param j2	l'autre
	 */
	public Arbitre(Joueur j1, Joueur j2)
	{
		this.j1 = j1;
		this.j2 = j2;
		this.tourDeJ1 = true;
	}

	/** Rendre l'arbitre confiant. */
	public void rendreConfiant()
	{
		this.confiant = true;
	}

	/** Celui qui doit jouer. */
	private Joueur getJoueurCourant()
	{
		return this.tourDeJ1 ? this.j1 : this.j2;
	}

	/** Celui qui attend. */
	private Joueur getAutreJoueur()
	{
		return this.tourDeJ1 ? this.j2 : this.j1;
	}

	/**
	 * Arbitrer une partie.
	 *
	 * @param jeu	le jeu
	 */
	public void arbitrer(Jeu jeu)
	{
		while (jeu.getNombreAllumettes() > 0 && !this.triche)
		{
			System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
			try
			{
				this.jouer(jeu);
				System.out.println();
			}
			catch (OperationInterditeException e)
			{
				this.triche = true;
				System.out.println("Abandon de la partie car " + this.getJoueurCourant().getNom() + " triche !");
			}
		}
		if (!this.triche)
		{
			this.afficherResultat();
		}
	}

	/** Faire jouer le joueur courant. */
	private void jouer(Jeu jeu)
	{
		try
		{
			Jeu jeuDuJoueur = this.confiant ? jeu : new JeuProxy(jeu);
			int prise = this.getJoueurCourant().getPrise(jeuDuJoueur);
			this.afficherPrise(prise);
			jeu.retirer(prise);
			this.tourDeJ1 = !this.tourDeJ1;
		}
		catch (CoupInvalideException e)
		{
			System.out.println("Impossible ! Nombre invalide : " + e.getCoup() + " (" + e.getProbleme() + ")");
		}
	}

	/** Afficher une prise. */
	private void afficherPrise(int prise)
	{
		String mot = "allumette";
		if (prise > 1)
		{
			mot += "s";
		}
		System.out.println(this.getJoueurCourant().getNom() + " prend " + prise + " " + mot + ".");
	}

	/** Afficher le résultat. */
	private void afficherResultat()
	{
		System.out.println(this.getAutreJoueur().getNom() + " perd !");
		System.out.println(this.getJoueurCourant().getNom() + " gagne !");
	}
}
