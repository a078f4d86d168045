package allumettes;

public class JoueurExpert extends Joueur {
    public JoueurExpert(String nom) {
        super(nom);
    }

    public int getPrise(Jeu jeu) {
        switch (jeu.getNombreAllumettes() % 4) {
            case 0:
                return 3;
            case 3:
                return 2;
            case 2:
                return 1;
            default:
                return jeu.getNombreAllumettes() > 1 ? 2 : 1;
        }
    }
}
