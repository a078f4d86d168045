package allumettes;

public class Rapide extends Sage {
    @Override
    protected int prise(Consultable jeu) {
        return Math.min(jeu.getNombreAllumettes(), Jeu.PRISE_MAX);
    }
}
