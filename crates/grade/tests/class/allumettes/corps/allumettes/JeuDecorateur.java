package allumettes;

abstract class JeuDecorateur implements Jeu {
    protected final Jeu decore;

    protected JeuDecorateur(Jeu decore) {
        this.decore = decore;
    }

    @Override
    public int getNombreAllumettes() {
        return decore.getNombreAllumettes();
    }

    @Override
    public void retirer(int nbPrises) throws CoupInvalideException {
        decore.retirer(nbPrises);
    }
}
