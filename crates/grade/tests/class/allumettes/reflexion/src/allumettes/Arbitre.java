package allumettes;

public class Arbitre {
	private Joueur courant;
	private Joueur suivant;
	private boolean estConfiant;

	public Arbitre(Joueur j1, Joueur j2) {
		this.courant = j1;
		this.suivant = j2;
		this.estConfiant = false;
	}

	public void setEstConfiant(boolean estConfiant) {
		this.estConfiant = estConfiant;
	}

	private void permuter() {
		Joueur tmp = this.courant;
		this.courant = this.suivant;
		this.suivant = tmp;
	}

	public void arbitrer(Jeu jeu) {
		boolean triche = false;
		while (!triche && jeu.getNombreAllumettes() > 0) {
			System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
			triche = !jouerTour(jeu);
		}
		if (triche) {
			System.out.println("Abandon de la partie car " + this.courant + " triche !");
		} else {
			System.out.println(this.suivant + " perd !");
			System.out.println(this.courant + " gagne !");
		}
	}

	private boolean jouerTour(Jeu jeu) {
		int prise;
		try {
			prise = this.courant.getPrise(this.estConfiant ? jeu : Gardien.proteger(jeu));
		} catch (OperationInterditeException e) {
			return false;
		}
		System.out.println(this.courant + " prend " + prise + " allumette" + (prise >= 2 ? "s" : "") + ".");
		try {
			jeu.retirer(prise);
			permuter();
		} catch (CoupInvalideException e) {
			System.out.println("Impossible ! Nombre invalide : " + e.getCoup() + " (" + e.getProbleme() + ")");
		} finally {
			System.out.println();
		}
		return true;
	}
}
