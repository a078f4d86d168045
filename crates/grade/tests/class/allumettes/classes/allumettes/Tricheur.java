package allumettes;

public class Tricheur implements Strategie {
    private static final int VOULU = 2;

    @Override
    public int getPrise(String nom, Jeu jeu) {
        System.out.println("[Je triche...]");
        while (jeu.getNombreAllumettes() > VOULU) {
            tricher(jeu);
        }
        System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
        return 1;
    }

    private void tricher(Jeu jeu) {
        try {
            jeu.retirer(Math.min(Jeu.PRISE_MAX, jeu.getNombreAllumettes() - VOULU));
        } catch (CoupInvalideException e) {
            throw new IllegalStateException(e);
        }
    }
}
