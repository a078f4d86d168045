package allumettes.strategies;

import allumettes.Jeu;

public class Expert implements Strategie {
    @Override
    public int getPrise(Jeu jeu, String nom) {
        int n = (jeu.getNombreAllumettes() + 3) % 4;
        return n > 0 ? n : 1;
    }
}
