package allumettes;

public class Arbitre {
    private final Joueur j1;
    private final Joueur j2;
    private boolean confiant;

    public Arbitre(Joueur j1, Joueur j2) {
        this.j1 = j1;
        this.j2 = j2;
    }

    public void setConfiant(boolean confiant) {
        this.confiant = confiant;
    }

    public void arbitrer(Jeu jeu) {
        Joueur courant = this.j1;
        Joueur autre = this.j2;
        try {
            while (jeu.getNombreAllumettes() > 0) {
                if (jouer(courant, jeu)) {
                    Joueur suivant = autre;
                    autre = courant;
                    courant = suivant;
                }
                System.out.println();
            }
            System.out.println(autre.getNom() + " perd !");
            System.out.println(courant.getNom() + " gagne !");
        } catch (OperationInterditeException e) {
            System.out.println("Abandon de la partie car " + courant.getNom() + " triche !");
        }
    }

    private boolean jouer(Joueur joueur, Jeu jeu) {
        System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
        int prise = joueur.getPrise(this.confiant ? jeu : new JeuProcuration(jeu));
        System.out.println(joueur.getNom() + " prend " + prise + " allumette"
                + (prise > 1 ? "s" : "") + ".");
        try {
            jeu.retirer(prise);
            return true;
        } catch (CoupInvalideException e) {
            System.out.println("Impossible ! " + e.getMessage());
            return false;
        }
    }
}
