package allumettes;

public abstract class Strategie {
	protected Joueur joueur;

	void setJoueur(Joueur joueur) {
		this.joueur = joueur;
	}

	public abstract int nbPrise(Jeu jeu);
}
