package allumettes;

import java.util.Random;

public class Naif implements Strategie {
    private final Random hasard = new Random();

    @Override
    public int getPrise(String nom, Jeu jeu) {
        return this.hasard.nextInt(Jeu.PRISE_MAX) + 1;
    }
}
