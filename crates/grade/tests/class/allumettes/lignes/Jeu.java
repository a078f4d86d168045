package allumettes;
public class Jeu {
    public static final int PRISE_MAX = 3; private int n;
    public Jeu(final int n) { this.n = n; }
    public int getNombreAllumettes() { return n; }
    public void retirer(final int k) throws CoupInvalideException {
        final int max = n < PRISE_MAX ? n : PRISE_MAX;
        if (k < 1 || k > max) throw new CoupInvalideException("Nombre invalide : " + k + (k < 1 ? " (< 1)" : " (> " + max + ")"));
        n -= k; }
}
class Proxy extends Jeu {
    private final Jeu vrai;
    Proxy(final Jeu vrai) { super(0); this.vrai = vrai; }
    @Override public int getNombreAllumettes() { return vrai.getNombreAllumettes(); }
    @Override public void retirer(final int k) { throw new OperationInterditeException(); }
}
