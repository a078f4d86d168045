package allumettes;

import java.util.Random;
import java.util.Scanner;

public class Jouer {
    private static final int ALLUMETTES = 13;
    private static final Scanner CLAVIER = new Scanner(System.in);

    private record Options(boolean confiant, Joueur j1, Joueur j2) {
        static Options lire(String... args) {
            return switch (args.length) {
                case 2 -> new Options(false, joueur(args[0]), joueur(args[1]));
                case 3 -> {
                    if (!"-confiant".equals(args[0])) {
                        throw new ConfigurationException("option inconnue : " + args[0]);
                    }
                    yield new Options(true, joueur(args[1]), joueur(args[2]));
                }
                default -> throw new ConfigurationException("Nombre d'arguments incorrect : " + args.length);
            };
        }
    }

    public static void main(String[] args) {
        try {
            var options = Options.lire(args);
            new Arbitre(options.j1(), options.j2(), options.confiant()).arbitrer(new Plateau(ALLUMETTES));
        } catch (ConfigurationException e) {
            System.out.println();
            System.out.println("Erreur : " + e.getMessage());
            afficherUsage();
            System.exit(1);
        }
    }

    private static Joueur joueur(String arg) {
        var mots = arg.split("@");
        if (mots.length != 2 || mots[0].isBlank()) {
            throw new ConfigurationException("joueur incorrect : " + arg);
        }
        return new Joueur(mots[0], strategie(mots[1]));
    }

    private static Strategie strategie(String nom) {
        return switch (nom) {
            case "humain" -> new Strategie.Humain(CLAVIER);
            case "naif" -> new Strategie.Naif(new Random());
            case "rapide" -> new Strategie.Rapide();
            case "expert" -> new Strategie.Expert();
            case "tricheur" -> new Strategie.Tricheur();
            default -> throw new ConfigurationException("stratégie inconnue : " + nom);
        };
    }

    /** Afficher des indications sur la manière d'exécuter cette classe. */
    public static void afficherUsage() {
        System.out.println("""

                Usage :
                \tjava allumettes.Jouer joueur1 joueur2
                \t\tjoueur est de la forme nom@stratégie
                \t\tstrategie = naif | rapide | expert | humain | tricheur

                \tExemple :
                \tjava allumettes.Jouer Xavier@humain Ordinateur@naif
                """);
    }
}
