package allumettes;

import java.util.Objects;

public class Joueur {
    private final String nom;
    private Strategie strategie;

    public Joueur(String nom, Strategie strategie) {
        this.nom = Objects.requireNonNull(nom);
        this.adopter(strategie);
    }

    public void adopter(Strategie nouvelle) {
        this.strategie = Objects.requireNonNull(nouvelle);
    }

    public String getNom() {
        return this.nom;
    }

    public int getPrise(Jeu jeu) throws CoupInvalideException {
        return this.strategie.jouer(jeu, this.nom);
    }
}
