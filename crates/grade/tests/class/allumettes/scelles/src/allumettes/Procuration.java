package allumettes;

record Procuration(Jeu jeu) implements Jeu {
    @Override
    public int getNombreAllumettes() {
        return jeu.getNombreAllumettes();
    }

    @Override
    public void retirer(int nbPrises) {
        throw new OperationInterditeException("retirer(" + nbPrises + ")");
    }
}
