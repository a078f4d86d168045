package allumettes;

import java.util.Random;

public class NaifStrategy implements Strategy {

    private final Random random;

    public NaifStrategy(Random random) {
        this.random = random;
    }

    @Override
    public int choose(Joueur player, Jeu game) {
        return (int) Math.floor(random.nextDouble() * Jeu.PRISE_MAX) + 1;
    }
}
