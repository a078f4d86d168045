package allumettes;

import allumettes.modele.JeuReel;
import allumettes.strategies.*;

public class Jouer {
    public static void main(String[] args) {
        try {
            int decalage = 0;
            if (args.length > 0 && args[0].equals("-confiant")) {
                decalage = 1;
            }
            if (args.length != 2 + decalage) {
                throw new ConfigurationException("il faut deux joueurs");
            }
            Joueur j1 = creer(args[decalage]);
            Joueur j2 = creer(args[decalage + 1]);
            new Arbitre(j1, j2, decalage == 1).arbitrer(new JeuReel(13));
        } catch (ConfigurationException e) {
            System.out.println("\nErreur : " + e.getMessage() + "\n\nUsage : java allumettes.Jouer ...");
            System.exit(1);
        }
    }

    private static Joueur creer(String arg) {
        String[] morceaux = arg.split("@");
        if (morceaux.length != 2) {
            throw new ConfigurationException("joueur incorrect : " + arg);
        }
        return new Joueur(morceaux[0], strategie(morceaux[1]));
    }

    private static Strategie strategie(String nom) {
        switch (nom) {
            case "humain":
                return new Humain();
            case "naif":
                return new Naif();
            case "rapide":
                return new Rapide();
            case "expert":
                return new Expert();
            case "tricheur":
                return new Tricheur();
            default:
                throw new ConfigurationException("stratégie inconnue : " + nom);
        }
    }
}
