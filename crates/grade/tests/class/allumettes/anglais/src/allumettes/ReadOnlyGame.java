package allumettes;

public class ReadOnlyGame implements Jeu {

    private final Jeu delegate;

    public ReadOnlyGame(Jeu delegate) {
        this.delegate = delegate;
    }

    @Override
    public int getNombreAllumettes() {
        return delegate.getNombreAllumettes();
    }

    @Override
    public void retirer(int count) {
        OperationInterditeException forbidden =
                new OperationInterditeException(String.format("cannot remove %d matches", count));
        throw forbidden;
    }
}
