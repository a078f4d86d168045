package allumettes;

public interface Strategie {
    int getPrise(String nom, Jeu jeu);
}
