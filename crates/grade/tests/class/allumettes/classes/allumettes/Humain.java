package allumettes;

import java.util.Scanner;

public class Humain implements Strategie {
    private static final Scanner CLAVIER = new Scanner(System.in);

    @Override
    public int getPrise(String nom, Jeu jeu) {
        while (true) {
            System.out.print(nom + ", combien d'allumettes ? ");
            String reponse = CLAVIER.nextLine().trim();
            if (reponse.equals("triche")) {
                tricher(jeu);
            } else {
                try {
                    return Integer.parseInt(reponse);
                } catch (NumberFormatException e) {
                    System.out.println("Vous devez donner un entier.");
                }
            }
        }
    }

    private void tricher(Jeu jeu) {
        try {
            jeu.retirer(1);
            System.out.println("[Une allumette en moins, plus que "
                    + jeu.getNombreAllumettes() + ". Chut !]");
        } catch (CoupInvalideException e) {
            System.out.println("[" + e.getMessage() + "]");
        }
    }
}
