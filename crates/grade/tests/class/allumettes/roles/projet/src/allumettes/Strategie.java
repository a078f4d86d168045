package allumettes;

public interface Strategie {
    /** @return le nombre d'allumettes à prendre */
    int jouer(Jeu jeu, String nomDuJoueur) throws CoupInvalideException;
}
