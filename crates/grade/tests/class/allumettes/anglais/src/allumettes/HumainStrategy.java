package allumettes;

import java.util.InputMismatchException;
import java.util.Scanner;

public class HumainStrategy implements Strategy {

    private final Scanner input;

    public HumainStrategy(Scanner input) {
        this.input = input;
    }

    @Override
    public int choose(Joueur player, Jeu game) throws CoupInvalideException {
        for (;;) {
            System.out.print(String.format("%s, combien d'allumettes ? ", player.getNom()));
            try {
                return input.nextInt();
            } catch (InputMismatchException notANumber) {
                handle(input.next(), game);
            }
        }
    }

    private void handle(String word, Jeu game) throws CoupInvalideException {
        switch (word) {
            case "triche":
                game.retirer(1);
                System.out.println(String.format("[Une allumette en moins, plus que %d. Chut !]",
                        game.getNombreAllumettes()));
                break;
            default:
                System.out.println("Vous devez donner un entier.");
                break;
        }
    }
}
