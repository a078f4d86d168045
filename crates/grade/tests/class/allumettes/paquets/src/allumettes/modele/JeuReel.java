package allumettes.modele;

import allumettes.CoupInvalideException;
import allumettes.Jeu;

public class JeuReel implements Jeu {
    private int allumettes;

    public JeuReel(int allumettes) {
        this.allumettes = allumettes;
    }

    @Override
    public int getNombreAllumettes() {
        return allumettes;
    }

    @Override
    public void retirer(int nbPrises) throws CoupInvalideException {
        if (nbPrises > allumettes && allumettes < Jeu.PRISE_MAX) {
            throw new CoupInvalideException(nbPrises, "> " + allumettes);
        } else if (nbPrises > Jeu.PRISE_MAX) {
            throw new CoupInvalideException(nbPrises, "> " + Jeu.PRISE_MAX);
        } else if (nbPrises < 1) {
            throw new CoupInvalideException(nbPrises, "< 1");
        }
        allumettes -= nbPrises;
    }
}
