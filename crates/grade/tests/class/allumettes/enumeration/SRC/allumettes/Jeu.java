package allumettes;

public interface Jeu {
    int PRISE_MAX = 3;

    int getNombreAllumettes();

    void retirer(int nbPrises) throws CoupInvalideException;
}
