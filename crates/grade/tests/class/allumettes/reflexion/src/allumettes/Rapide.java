package allumettes;

public class Rapide implements Strategie {
	public int getPrise(Jeu j, Joueur joueur) {
		int n = j.getNombreAllumettes();
		return n > 3 ? 3 : n;
	}
}
