package allumettes;

import java.util.Random;
import java.util.Scanner;

/** Les stratégies sont des valeurs. */
sealed interface Strategie {
    int prise(String nom, Jeu jeu);

    record Rapide() implements Strategie {
        @Override
        public int prise(String nom, Jeu jeu) {
            return Math.min(jeu.getNombreAllumettes(), Jeu.PRISE_MAX);
        }
    }

    record Naif(Random random) implements Strategie {
        @Override
        public int prise(String nom, Jeu jeu) {
            return random.nextInt(1, Jeu.PRISE_MAX + 1);
        }
    }

    record Expert() implements Strategie {
        @Override
        public int prise(String nom, Jeu jeu) {
            return switch (jeu.getNombreAllumettes() % 4) {
                case 0 -> 3;
                case 3 -> 2;
                default -> 1;
            };
        }
    }

    record Tricheur() implements Strategie {
        @Override
        public int prise(String nom, Jeu jeu) {
            System.out.println("[Je triche...]");
            try {
                while (jeu.getNombreAllumettes() > 2) {
                    jeu.retirer(1);
                }
            } catch (CoupInvalideException e) {
                throw new IllegalStateException(e);
            }
            System.out.println("[Allumettes restantes : %d]".formatted(jeu.getNombreAllumettes()));
            return 1;
        }
    }

    record Humain(Scanner scanner) implements Strategie {
        @Override
        public int prise(String nom, Jeu jeu) {
            Reponse reponse;
            do {
                System.out.print(nom + ", combien d'allumettes ? ");
                reponse = Reponse.lire(scanner.nextLine().strip());
                reponse.effet(jeu);
            } while (!(reponse instanceof Reponse.Nombre));
            return ((Reponse.Nombre) reponse).valeur();
        }
    }
}
