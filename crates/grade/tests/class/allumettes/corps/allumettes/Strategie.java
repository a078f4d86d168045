package allumettes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;

public enum Strategie {
    HUMAIN {
        @Override
        int getPrise(Joueur joueur, Jeu jeu) throws CoupInvalideException {
            String ligne = poser(joueur.getNom() + ", combien d'allumettes ? ");
            if (ligne.equals("triche")) {
                jeu.retirer(1);
                System.out.println("[Une allumette en moins, plus que " + jeu.getNombreAllumettes() + ". Chut !]");
                return getPrise(joueur, jeu);
            }
            try {
                return Integer.parseInt(ligne);
            } catch (NumberFormatException e) {
                System.out.println("Vous devez donner un entier.");
            }
            return getPrise(joueur, jeu);
        }
    },
    NAIF {
        private final Random hasard = new Random();

        @Override
        int getPrise(Joueur joueur, Jeu jeu) {
            return 1 + hasard.nextInt(Jeu.PRISE_MAX);
        }
    },
    RAPIDE {
        @Override
        int getPrise(Joueur joueur, Jeu jeu) {
            return jeu.getNombreAllumettes() < Jeu.PRISE_MAX ? jeu.getNombreAllumettes() : Jeu.PRISE_MAX;
        }
    },
    EXPERT {
        @Override
        int getPrise(Joueur joueur, Jeu jeu) {
            return Math.max(1, (jeu.getNombreAllumettes() - 1) % (Jeu.PRISE_MAX + 1));
        }
    },
    TRICHEUR {
        @Override
        int getPrise(Joueur joueur, Jeu jeu) throws CoupInvalideException {
            System.out.println("[Je triche...]");
            while (jeu.getNombreAllumettes() > 2) {
                jeu.retirer(1);
            }
            System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
            return 1;
        }
    };

    private static final BufferedReader CLAVIER = new BufferedReader(new InputStreamReader(System.in));

    abstract int getPrise(Joueur joueur, Jeu jeu) throws CoupInvalideException;

    static String poser(String question) {
        System.out.print(question);
        System.out.flush();
        try {
            return CLAVIER.readLine().trim();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static Strategie lire(String nom) throws PartieInvalideException {
        for (Strategie strategie : values()) {
            if (strategie.name().toLowerCase().equals(nom)) {
                return strategie;
            }
        }
        throw new PartieInvalideException("stratégie inconnue : " + nom);
    }
}
