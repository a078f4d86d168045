package allumettes;

import allumettes.strategies.Strategie;

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

    public int getPrise(Jeu jeu) {
        return strategie.getPrise(jeu, nom);
    }

    public void setStrategie(Strategie strategie) {
        this.strategie = strategie;
    }
}
