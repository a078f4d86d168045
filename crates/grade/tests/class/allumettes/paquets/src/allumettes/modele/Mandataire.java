package allumettes.modele;

import allumettes.Jeu;
import allumettes.OperationInterditeException;

public class Mandataire implements Jeu {
    private final Jeu jeu;

    public Mandataire(Jeu jeu) {
        this.jeu = jeu;
    }

    @Override
    public int getNombreAllumettes() {
        return jeu.getNombreAllumettes();
    }

    @Override
    public void retirer(int nbPrises) {
        throw new OperationInterditeException("Le joueur ne peut pas modifier le jeu");
    }
}
