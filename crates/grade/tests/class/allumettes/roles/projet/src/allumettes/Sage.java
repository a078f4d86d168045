package allumettes;

/** Une stratégie qui ne fait que regarder le jeu. */
public abstract class Sage implements Strategie {
    @Override
    public final int jouer(Jeu jeu, String nomDuJoueur) {
        return this.prise(jeu);
    }

    protected abstract int prise(Consultable jeu);
}
