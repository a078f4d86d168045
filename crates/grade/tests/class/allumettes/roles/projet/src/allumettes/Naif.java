package allumettes;

import java.util.Random;

public class Naif extends Sage {
    private static final int[] PRISES = {1, 2, 3};
    private final Random alea = new Random();

    @Override
    protected int prise(Consultable jeu) {
        return PRISES[this.alea.nextInt(PRISES.length)];
    }
}
