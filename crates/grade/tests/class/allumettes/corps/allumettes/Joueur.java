package allumettes;

public class Joueur {
    private final String nom;
    private Strategie strategie;

    public Joueur(String nom, Strategie strategie) {
        this.nom = nom;
        this.strategie = strategie;
    }

    public String getNom() {
        return nom;
    }

    public int getPrise(Jeu jeu) throws CoupInvalideException {
        return strategie.getPrise(this, jeu);
    }

    public void setStrategie(Strategie strategie) {
        this.strategie = strategie;
    }
}
