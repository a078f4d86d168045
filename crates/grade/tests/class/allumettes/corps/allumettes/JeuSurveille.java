package allumettes;

class JeuSurveille extends JeuDecorateur {
    JeuSurveille(Jeu decore) {
        super(decore);
    }

    @Override
    public void retirer(int nbPrises) {
        throw new OperationInterditeException("on ne triche pas");
    }
}
