package allumettes;

public class Tricheur implements Strategie {
    @Override
    public int jouer(Jeu jeu, String nomDuJoueur) throws CoupInvalideException {
        System.out.println("[Je triche...]");
        this.laisserDeux(jeu);
        System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
        return 1;
    }

    private void laisserDeux(Jeu jeu) throws CoupInvalideException {
        if (jeu.getNombreAllumettes() > 2) {
            jeu.retirer(1);
            this.laisserDeux(jeu);
        }
    }
}
