package allumettes;

import java.util.InputMismatchException;
import java.util.Locale;
import java.util.Random;
import java.util.Scanner;
import java.util.function.BiFunction;

/** Toutes les stratégies. */
enum Strategies {
    HUMAIN(Strategies::humain),
    NAIF((nom, jeu) -> new Random().nextInt(Jeu.PRISE_MAX) + 1),
    RAPIDE((nom, jeu) -> jeu.getNombreAllumettes() >= Jeu.PRISE_MAX
            ? Jeu.PRISE_MAX : jeu.getNombreAllumettes()),
    EXPERT((nom, jeu) -> {
        int reste = jeu.getNombreAllumettes() % 4;
        return reste == 0 ? 3 : reste == 1 ? 1 : reste - 1;
    }),
    TRICHEUR(Strategies::tricheur);

    final BiFunction<String, Jeu, Integer> choix;

    Strategies(BiFunction<String, Jeu, Integer> choix) {
        this.choix = choix;
    }

    static Strategies de(String nom) {
        if (!nom.equals(nom.toLowerCase(Locale.ROOT))) {
            throw new IllegalArgumentException(nom);
        }
        return valueOf(nom.toUpperCase(Locale.ROOT));
    }

    private static int tricheur(String nom, Jeu jeu) {
        System.out.print("[Je triche...]\n");
        try {
            while (jeu.getNombreAllumettes() > 2) {
                jeu.retirer(1);
            }
        } catch (CoupInvalideException e) {
            throw new AssertionError(e);
        }
        System.out.printf("[Allumettes restantes : %d]%n", jeu.getNombreAllumettes());
        return 1;
    }

    // Un Scanner par question, comme beaucoup l'écrivent.
    private static int humain(String nom, Jeu jeu) {
        System.out.printf("%s, combien d'allumettes ? ", nom);
        Scanner clavier = new Scanner(System.in);
        try {
            return clavier.nextInt();
        } catch (InputMismatchException e) {
            if (clavier.next().equals("triche")) {
                prendreUneDePlus(jeu);
            } else {
                System.out.println("Vous devez donner un entier.");
            }
            return humain(nom, jeu);
        }
    }

    private static void prendreUneDePlus(Jeu jeu) {
        try {
            jeu.retirer(1);
            System.out.printf("[Une allumette en moins, plus que %d. Chut !]%n", jeu.getNombreAllumettes());
        } catch (CoupInvalideException e) {
            System.out.println("[Impossible de tricher]");
        }
    }
}
