package allumettes;

/** Un joueur : sa stratégie peut changer en cours de partie. */
public final class Joueur {
    private final String nom;
    private Strategie strategie;

    Joueur(String nom, Strategie strategie) {
        this.nom = nom;
        this.strategie = strategie;
    }

    public String getNom() {
        return nom;
    }

    void setStrategie(Strategie strategie) {
        this.strategie = strategie;
    }

    public int getPrise(Jeu jeu) {
        return strategie.prise(nom, jeu);
    }
}
