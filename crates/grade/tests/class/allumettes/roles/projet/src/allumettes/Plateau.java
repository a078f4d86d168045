package allumettes;

import java.util.ArrayList;
import java.util.List;

/** Des allumettes, une par une. */
public class Plateau implements Jeu {
    private final List<Object> allumettes = new ArrayList<>();

    public Plateau(int nombre) {
        for (int i = 0; i < nombre; i++) {
            this.allumettes.add(new Object());
        }
    }

    @Override
    public int getNombreAllumettes() {
        return this.allumettes.size();
    }

    @Override
    public void retirer(int nbPrises) throws CoupInvalideException {
        this.exiger(nbPrises >= 1, nbPrises, "< 1");
        this.exiger(nbPrises <= this.borne(), nbPrises, "> " + this.borne());
        this.allumettes.subList(0, nbPrises).clear();
    }

    private int borne() {
        return Math.min(PRISE_MAX, this.allumettes.size());
    }

    private void exiger(boolean condition, int coup, String probleme) throws CoupInvalideException {
        if (!condition) {
            throw new CoupInvalideException(coup, probleme);
        }
    }
}
