package allumettes;

class JeuDeBase implements Jeu {
    private int reste;

    JeuDeBase(int reste) {
        this.reste = reste;
    }

    @Override
    public int getNombreAllumettes() {
        return reste;
    }

    @Override
    public void retirer(int nbPrises) throws CoupInvalideException {
        Probleme probleme = Probleme.de(nbPrises, Math.min(PRISE_MAX, reste));
        if (probleme != Probleme.AUCUN) {
            throw new CoupInvalideException(nbPrises, probleme.texte(Math.min(PRISE_MAX, reste)));
        }
        reste -= nbPrises;
    }

    private enum Probleme {
        AUCUN, TROP_PEU, TROP;

        static Probleme de(int n, int max) {
            return n < 1 ? TROP_PEU : n > max ? TROP : AUCUN;
        }

        String texte(int max) {
            return this == TROP_PEU ? "< 1" : "> " + max;
        }
    }
}
