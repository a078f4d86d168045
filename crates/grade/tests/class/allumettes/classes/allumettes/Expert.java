package allumettes;

public class Expert implements Strategie {
    @Override
    public int getPrise(String nom, Jeu jeu) {
        int reste = (jeu.getNombreAllumettes() - 1) % (Jeu.PRISE_MAX + 1);
        return reste == 0 ? 1 : reste;
    }
}
