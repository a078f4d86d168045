package allumettes;

import java.util.Scanner;

public class StrategieHumain extends Strategie {
	private final Scanner scanner;

	public StrategieHumain(Scanner scanner) {
		this.scanner = scanner;
	}

	@Override
	public int nbPrise(Jeu jeu) {
		Integer reponse = null;
		while (reponse == null) {
			System.out.printf("%s, combien d'allumettes ? ", joueur.getNom());
			reponse = interpreter(scanner.nextLine(), jeu);
		}
		return reponse;
	}

	private Integer interpreter(String texte, Jeu jeu) {
		Integer reponse = null;
		if (texte.matches("\\s*[+-]?\\d{1,9}\\s*")) {
			reponse = Integer.valueOf(texte.trim());
		} else if (texte.equalsIgnoreCase("triche")) {
			tricher(jeu);
		} else {
			System.out.println("Vous devez donner un entier.");
		}
		return reponse;
	}

	private void tricher(Jeu jeu) {
		if (jeu.getNombreAllumettes() == 1) {
			System.out.println("[Plus qu'une allumette, impossible de tricher.]");
			return;
		}
		try {
			jeu.retirer(1);
		} catch (CoupInvalideException e) {
			throw new AssertionError("une allumette au moins", e);
		}
		System.out.printf("[Une allumette en moins, plus que %d. Chut !]%n", jeu.getNombreAllumettes());
	}
}
