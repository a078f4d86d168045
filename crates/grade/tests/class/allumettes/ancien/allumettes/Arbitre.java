package allumettes;

public class Arbitre {
	private Joueur joueur1;
	private Joueur joueur2;
	private boolean confiant;

	public Arbitre(Joueur j1, Joueur j2) {
		this.joueur1 = j1;
		this.joueur2 = j2;
	}

	public void setConfiant(boolean confiant) {
		this.confiant = confiant;
	}

	public void arbitrer(Jeu jeu) {
		Joueur actuel = this.joueur1;
		while (jeu.getNombreAllumettes() > 0) {
			System.out.println("Nombre d'allumettes restantes : " + jeu.getNombreAllumettes());
			System.out.println("Au tour de " + actuel.getNom() + ".");
			try {
				this.faireJouer(actuel, jeu);
				actuel = this.autre(actuel);
			} catch (CoupInvalideException e) {
				System.out.println("Erreur ! Prise invalide : " + e.getCoup() + " (" + e.getProbleme() + ")");
				System.out.println("Recommencez !");
			} catch (OperationInterditeException e) {
				System.out.println("Partie abandonnée car " + actuel.getNom() + " a triché !");
				return;
			}
			System.out.println();
		}
		System.out.println(this.autre(actuel).getNom() + " a perdu !");
		System.out.println(actuel.getNom() + " a gagné !");
	}

	private Joueur autre(Joueur joueur) {
		return joueur == this.joueur1 ? this.joueur2 : this.joueur1;
	}

	private void faireJouer(Joueur joueur, Jeu jeu) throws CoupInvalideException {
		int prise = joueur.getPrise(this.confiant ? jeu : new JeuProxy(jeu));
		String s = prise > 1 ? "s" : "";
		System.out.println(joueur.getNom() + " prend " + prise + " allumette" + s + ".");
		jeu.retirer(prise);
	}
}
