package allumettes;

public class Rapide implements Strategie {
    @Override
    public int getPrise(String nom, Jeu jeu) {
        return Math.min(Jeu.PRISE_MAX, jeu.getNombreAllumettes());
    }
}
