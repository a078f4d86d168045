package allumettes;

public class Naif implements Strategie {
	private java.util.Random random = new java.util.Random();

	public int getPrise(Jeu jeu, Joueur joueur) {
		return this.random.nextInt(3) + 1;
	}
}
