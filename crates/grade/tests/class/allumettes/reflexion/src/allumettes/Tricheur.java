package allumettes;

public class Tricheur implements Strategie {
	public int getPrise(Jeu jeu, Joueur joueur) {
		System.out.println("[Je triche...]");
		boolean fini = jeu.getNombreAllumettes() <= 2;
		while (!fini) {
			try {
				jeu.retirer(Math.min(3, jeu.getNombreAllumettes() - 2));
			} catch (CoupInvalideException impossible) {
				throw new RuntimeException(impossible);
			}
			fini = jeu.getNombreAllumettes() == 2;
		}
		System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
		return 1;
	}
}
