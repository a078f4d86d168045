package allumettes.strategies;

import allumettes.Jeu;

public class Rapide implements Strategie {
    @Override
    public int getPrise(Jeu jeu, String nom) {
        return Math.min(Jeu.PRISE_MAX, jeu.getNombreAllumettes());
    }
}
