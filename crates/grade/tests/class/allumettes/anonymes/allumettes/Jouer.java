package allumettes;

import java.util.Random;
import java.util.Scanner;

public class Jouer {
    private static final Scanner SC = new Scanner(System.in);

    public static void main(String[] args) {
        try {
            boolean confiant = args.length > 0 && args[0].equals("-confiant");
            int i = confiant ? 1 : 0;
            if (args.length != i + 2) {
                throw new ConfigurationException("Nombre d'arguments incorrect");
            }
            Arbitre arbitre = new Arbitre(joueur(args[i].split("@")), joueur(args[i + 1].split("@")));
            if (confiant) {
                arbitre.neSeMefiePas();
            }
            arbitre.arbitrer(jeu(13));
        } catch (ConfigurationException e) {
            System.out.println();
            System.out.println("Erreur : " + e.getMessage());
            System.exit(1);
        }
    }

    private static Jeu jeu(int initial) {
        return new Jeu() {
            private int nb = initial;

            @Override
            public int getNombreAllumettes() {
                return nb;
            }

            @Override
            public void retirer(int n) throws CoupInvalideException {
                if (n < 1) {
                    throw new CoupInvalideException(n, "< 1");
                }
                if (n > Math.min(nb, PRISE_MAX)) {
                    throw new CoupInvalideException(n, "> " + Math.min(nb, PRISE_MAX));
                }
                nb = nb - n;
            }
        };
    }

    private static Joueur joueur(String[] s) {
        if (s.length != 2) {
            throw new ConfigurationException("joueur incorrect");
        }
        switch (s[1]) {
            case "humain": return humain(s[0]);
            case "naif": return naif(s[0]);
            case "rapide": return rapide(s[0]);
            case "expert": return expert(s[0]);
            case "tricheur": return tricheur(s[0]);
            default: throw new ConfigurationException("stratégie inconnue : " + s[1]);
        }
    }

    static Joueur rapide(String nom) {
        return new Joueur(nom) {
            @Override
            public int getPrise(Jeu jeu) {
                return jeu.getNombreAllumettes() >= 3 ? 3 : jeu.getNombreAllumettes();
            }
        };
    }

    private static Joueur naif(String nom) {
        return new Joueur(nom) {
            private final Random r = new Random();

            @Override
            public int getPrise(Jeu jeu) {
                return r.nextInt(3) + 1;
            }
        };
    }

    private static Joueur expert(String nom) {
        return new Joueur(nom) {
            @Override
            public int getPrise(Jeu jeu) {
                int n = jeu.getNombreAllumettes();
                return n % 4 == 1 ? 1 : n % 4 == 0 ? 3 : n % 4 - 1;
            }
        };
    }

    private static Joueur humain(String nom) {
        return new Joueur(nom) {
            @Override
            public int getPrise(Jeu jeu) {
                while (true) {
                    System.out.print(getNom() + ", combien d'allumettes ? ");
                    String s = SC.next();
                    if (s.equals("triche")) {
                        enlever(jeu, 1);
                        System.out.println("[Une allumette en moins, plus que "
                                + jeu.getNombreAllumettes() + ". Chut !]");
                    } else if (s.matches("-?[0-9]+")) {
                        return Integer.parseInt(s);
                    } else {
                        System.out.println("Vous devez donner un entier.");
                    }
                }
            }
        };
    }

    private static Joueur tricheur(String nom) {
        return new Joueur(nom) {
            @Override
            public int getPrise(Jeu jeu) {
                System.out.println("[Je triche...]");
                while (jeu.getNombreAllumettes() > 2) {
                    enlever(jeu, 1);
                }
                System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
                return 1;
            }
        };
    }

    private static void enlever(Jeu jeu, int n) {
        try {
            jeu.retirer(n);
        } catch (CoupInvalideException e) {
            // rien à faire
        }
    }
}
