package allumettes;

public class Humain implements Strategie {
	private static final java.util.Scanner SCANNER = new java.util.Scanner(System.in);

	public int getPrise(Jeu jeu, Joueur joueur) {
		System.out.print(joueur + ", combien d'allumettes ? ");
		while (!SCANNER.hasNextInt()) {
			String mot = SCANNER.next();
			if (mot.equals("triche")) {
				retirerUne(jeu);
			} else {
				System.out.println("Vous devez donner un entier.");
			}
			System.out.print(joueur + ", combien d'allumettes ? ");
		}
		return SCANNER.nextInt();
	}

	private static void retirerUne(Jeu jeu) {
		try {
			int reste = jeu.getNombreAllumettes() - 1;
			jeu.retirer(1);
			System.out.println("[Une allumette en moins, plus que " + reste + ". Chut !]");
		} catch (CoupInvalideException e) {
			System.out.println("[" + e.getMessage() + "]");
		}
	}
}
