package allumettes.strategies;

import allumettes.Jeu;

public interface Strategie {
    int getPrise(Jeu jeu, String nom);
}
