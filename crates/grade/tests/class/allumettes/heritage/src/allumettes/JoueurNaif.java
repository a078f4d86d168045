package allumettes;

import java.util.Random;

public class JoueurNaif extends Joueur {
    private static Random random = new Random();

    public JoueurNaif(String nom) {
        super(nom);
    }

    public int getPrise(Jeu jeu) {
        int max = Jeu.PRISE_MAX;
        if (jeu.getNombreAllumettes() < max) {
            max = jeu.getNombreAllumettes();
        }
        return 1 + random.nextInt(max);
    }
}
