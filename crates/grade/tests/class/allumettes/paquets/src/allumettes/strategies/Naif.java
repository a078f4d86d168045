package allumettes.strategies;

import allumettes.Jeu;
import java.util.Random;

public class Naif implements Strategie {
    private Random r = new Random();

    @Override
    public int getPrise(Jeu jeu, String nom) {
        return r.nextInt(Jeu.PRISE_MAX) + 1;
    }
}
