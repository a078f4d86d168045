package allumettes;

public class JoueurHumain extends Joueur {
    public JoueurHumain(String nom) {
        super(nom);
    }

    public int getPrise(Jeu jeu) throws CoupInvalideException {
        boolean lu = false;
        int prise = 0;
        do {
            System.out.print(getNom() + ", combien d'allumettes ? ");
            if (clavier().hasNextInt()) {
                prise = clavier().nextInt();
                lu = true;
            } else {
                String mot = clavier().next();
                if (mot.equals("triche")) {
                    jeu.retirer(1);
                    System.out.println("[Une allumette en moins, plus que " + jeu.getNombreAllumettes() + ". Chut !]");
                } else {
                    System.out.println("Vous devez donner un entier.");
                }
            }
        } while (!lu);
        return prise;
    }
}
