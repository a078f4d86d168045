package allumettes;

import java.util.Arrays;
import java.util.Random;
import java.util.Scanner;

public class Jouer {

    private static final String TRUSTING = "-confiant";

    public static void main(String[] args) {
        try (Scanner input = new Scanner(System.in)) {
            boolean trusting = Arrays.asList(args).indexOf(TRUSTING) == 0;
            String[] players = trusting ? Arrays.copyOfRange(args, 1, args.length) : args;
            if (players.length != 2) {
                throw new ConfigurationException(String.format("2 joueurs attendus, %d donnés", players.length));
            }
            Joueur first = parse(players[0], input);
            Joueur second = parse(players[1], input);
            new Arbitre(first, second, trusting).arbitrer(new Game(13));
        } catch (ConfigurationException e) {
            System.out.println();
            System.out.println(String.format("Erreur : %s", e.getMessage()));
            System.exit(1);
        }
    }

    private static Joueur parse(String text, Scanner input) {
        String[] parts = text.split("@");
        if (parts.length != 2) {
            throw new ConfigurationException(String.format("%s : nom@stratégie attendu", text));
        }
        return new Joueur(parts[0], strategy(parts[1], input));
    }

    private static Strategy strategy(String name, Scanner input) {
        if ("humain".equals(name)) {
            return new HumainStrategy(input);
        } else if ("naif".equals(name)) {
            return new NaifStrategy(new Random());
        } else if ("rapide".equals(name)) {
            return new RapideStrategy();
        } else if ("expert".equals(name)) {
            return new ExpertStrategy();
        } else if ("tricheur".equals(name)) {
            return new TricheurStrategy();
        } else {
            throw new ConfigurationException(String.format("stratégie inconnue : %s", name));
        }
    }
}
