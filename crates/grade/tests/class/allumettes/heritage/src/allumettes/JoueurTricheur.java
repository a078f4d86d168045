package allumettes;

public class JoueurTricheur extends Joueur {
    public JoueurTricheur(String nom) {
        super(nom);
    }

    public int getPrise(Jeu jeu) throws CoupInvalideException {
        if (jeu.getNombreAllumettes() > 2) {
            System.out.println("[Je triche...]");
            for (int i = jeu.getNombreAllumettes(); i > 2; i--) {
                jeu.retirer(1);
            }
            System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
        }
        return 1;
    }
}
