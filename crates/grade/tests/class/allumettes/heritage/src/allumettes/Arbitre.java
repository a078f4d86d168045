package allumettes;

public class Arbitre {
    private Joueur j1;
    private Joueur j2;
    private Joueur courant;
    private boolean confiant;

    public Arbitre(Joueur j1, Joueur j2) {
        this.j1 = j1;
        this.j2 = j2;
        this.courant = j1;
    }

    public void faireConfiance() {
        this.confiant = true;
    }

    private Joueur autre() {
        return courant == j1 ? j2 : j1;
    }

    public void arbitrer(Jeu jeu) {
        try {
            do {
                tour(jeu);
                System.out.println("");
            } while (jeu.getNombreAllumettes() != 0);
            System.out.println(autre().getNom() + " perd !");
            System.out.println(courant.getNom() + " gagne !");
        } catch (OperationInterditeException e) {
            System.out.println("Abandon de la partie car " + courant.getNom() + " triche !");
        }
    }

    private void tour(Jeu jeu) {
        System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
        try {
            Jeu vu = jeu;
            if (!confiant) {
                vu = new Procuration(jeu);
            }
            int prise = courant.getPrise(vu);
            String pluriel = prise <= 1 ? "" : "s";
            System.out.println(courant.getNom() + " prend " + prise + " allumette" + pluriel + ".");
            jeu.retirer(prise);
            courant = autre();
        } catch (CoupInvalideException e) {
            System.out.println(e.getMessage());
        }
    }
}
