package allumettes;

public class Procuration extends Jeu {
    private Jeu jeu;

    public Procuration(Jeu jeu) {
        super(jeu.getNombreAllumettes());
        this.jeu = jeu;
    }

    public int getNombreAllumettes() {
        return jeu.getNombreAllumettes();
    }

    public void retirer(int n) throws CoupInvalideException {
        throw new OperationInterditeException("Opération interdite !");
    }
}
