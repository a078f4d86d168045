package allumettes;

public class JeuProcuration implements Jeu {
    private final Jeu sujet;

    public JeuProcuration(Jeu sujet) {
        this.sujet = sujet;
    }

    @Override
    public int getNombreAllumettes() {
        return this.sujet.getNombreAllumettes();
    }

    @Override
    public void retirer(int nbPrises) {
        throw new OperationInterditeException("retirer");
    }
}
