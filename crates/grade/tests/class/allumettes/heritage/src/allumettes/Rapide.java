package allumettes;

public class Rapide extends Joueur {
    public Rapide(String nom) {
        super(nom);
    }

    public int getPrise(Jeu jeu) {
        return jeu.getNombreAllumettes() > 2 ? 3 : jeu.getNombreAllumettes();
    }
}
