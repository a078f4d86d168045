package allumettes;

public class Expert implements Strategie {
	public int getPrise(Jeu jeu, Joueur joueur) {
		int n = jeu.getNombreAllumettes();
		if (n % 4 == 0) {
			return 3;
		} else if (n % 4 == 3) {
			return 2;
		} else if (n % 4 == 2) {
			return 1;
		}
		// perdu d'avance : on gagne du temps
		return 1;
	}
}
