package allumettes;

public class Joueur {
	private String nom;
	private Strategie strategie;

	public Joueur(String nom) {
		this.nom = nom;
	}

	public String getNom() {
		return this.nom;
	}

	public final void setStrategie(Strategie strategie) {
		this.strategie = strategie;
		strategie.setJoueur(this);
	}

	public int getPrise(Jeu jeu) {
		return this.strategie.nbPrise(jeu);
	}

	@Override
	public String toString() {
		return nom;
	}
}
