package allumettes;

final class Plateau implements Jeu {
    private int allumettes;

    Plateau(int allumettes) {
        if (allumettes < 0) {
            throw new IllegalArgumentException("pas assez d'allumettes");
        }
        this.allumettes = allumettes;
    }

    @Override
    public int getNombreAllumettes() {
        return allumettes;
    }

    @Override
    public void retirer(int nbPrises) throws CoupInvalideException {
        var max = Math.min(allumettes, PRISE_MAX);
        var probleme = nbPrises < 1 ? "< 1" : nbPrises > max ? "> " + max : null;
        if (probleme != null) {
            throw new CoupInvalideException(nbPrises, probleme);
        }
        allumettes -= nbPrises;
    }
}
