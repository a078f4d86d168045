package allumettes;

public abstract class Joueur {
    private final String nom;

    protected Joueur(String nom) {
        this.nom = nom;
    }

    public final String getNom() {
        return nom;
    }

    /** Combien d'allumettes le joueur veut prendre. */
    public abstract int getPrise(Jeu jeu);
}
