package allumettes.strategies;

import allumettes.CoupInvalideException;
import allumettes.Jeu;
import java.util.Scanner;

public class Humain implements Strategie {
    private static Scanner scanner;

    public Humain() {
        if (scanner == null) {
            scanner = new Scanner(System.in);
        }
    }

    @Override
    public int getPrise(Jeu jeu, String nom) {
        System.out.print(nom + ", combien d'allumettes ? ");
        String saisie = scanner.nextLine();
        try {
            return Integer.parseInt(saisie);
        } catch (NumberFormatException e) {
            if (saisie.equals("triche")) {
                tricher(jeu);
            } else {
                System.out.println("Vous devez donner un entier.");
            }
            return getPrise(jeu, nom);
        }
    }

    private void tricher(Jeu jeu) {
        try {
            jeu.retirer(1);
            System.out.println("[Une allumette en moins, plus que " + jeu.getNombreAllumettes() + ". Chut !]");
        } catch (CoupInvalideException e) {
            System.out.println("[Triche impossible]");
        }
    }
}
