package allumettes.strategies;

import allumettes.CoupInvalideException;
import allumettes.Jeu;

public class Tricheur implements Strategie {
    @Override
    public int getPrise(Jeu jeu, String nom) {
        System.out.println("[Je triche...]");
        try {
            while (jeu.getNombreAllumettes() > 2) {
                jeu.retirer(1);
            }
        } catch (CoupInvalideException e) {
            System.err.println(e.getMessage());
        }
        System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
        return 1;
    }
}
