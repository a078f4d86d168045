package allumettes;

import java.util.Scanner;

public class StrategieHumaine implements Strategie {
	private Scanner scanner = new Scanner(System.in);

	public int getPrise(Jeu jeu) {
		System.out.print("Combien prenez-vous d'allumettes ? ");
		try {
			return Integer.parseInt(this.scanner.nextLine());
		} catch (NumberFormatException e) {
			System.out.println("Vous devez donner un entier.");
			return this.getPrise(jeu);
		}
	}
}
