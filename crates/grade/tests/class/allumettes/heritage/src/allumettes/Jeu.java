package allumettes;

public class Jeu {
    public static final int PRISE_MAX = 3;
    protected int nombreAllumettes;

    public Jeu(int nombreAllumettes) {
        this.nombreAllumettes = nombreAllumettes;
    }

    public int getNombreAllumettes() {
        return nombreAllumettes;
    }

    public void retirer(int n) throws CoupInvalideException {
        int max = PRISE_MAX;
        if (nombreAllumettes < max) {
            max = nombreAllumettes;
        }
        if (n > max) {
            throw new CoupInvalideException("Impossible ! Nombre invalide : " + n + " (> " + max + ")");
        }
        if (n <= 0) {
            throw new CoupInvalideException("Impossible ! Nombre invalide : " + n + " (< 1)");
        }
        nombreAllumettes = nombreAllumettes - n;
    }
}
