package allumettes;

public class JeuReel implements Jeu {
    private int nombre;

    public JeuReel(int nombre) {
        this.nombre = nombre;
    }

    @Override
    public int getNombreAllumettes() {
        return this.nombre;
    }

    @Override
    public void retirer(int nbPrises) throws CoupInvalideException {
        int maximum = Math.min(PRISE_MAX, this.nombre);
        if (nbPrises < 1) {
            throw new CoupInvalideException(nbPrises, "< 1");
        } else if (nbPrises > maximum) {
            throw new CoupInvalideException(nbPrises, "> " + maximum);
        }
        this.nombre -= nbPrises;
    }
}
