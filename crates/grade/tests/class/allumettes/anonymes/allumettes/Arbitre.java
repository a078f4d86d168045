package allumettes;

public class Arbitre {
    private final Joueur j1;
    private final Joueur j2;
    private boolean mefiant = true;

    public Arbitre(Joueur j1, Joueur j2) {
        this.j1 = j1;
        this.j2 = j2;
    }

    void neSeMefiePas() {
        mefiant = false;
    }

    public void arbitrer(Jeu jeu) {
        Joueur gagnant = null;
        for (Joueur joueur = j1; gagnant == null && joueur != null; joueur = autre(joueur)) {
            if (!faireJouer(joueur, jeu)) {
                return;
            }
            if (jeu.getNombreAllumettes() == 0) {
                gagnant = autre(joueur);
            }
        }
        System.out.println(autre(gagnant).getNom() + " perd !");
        System.out.println(gagnant.getNom() + " gagne !");
    }

    private Joueur autre(Joueur joueur) {
        return joueur == j1 ? j2 : j1;
    }

    /** Faire jouer jusqu'à un coup valide ; faux si le joueur triche. */
    private boolean faireJouer(Joueur joueur, Jeu jeu) {
        boolean valide = false;
        while (!valide) {
            System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
            int prise;
            try {
                prise = joueur.getPrise(mefiant ? new Espion(jeu) : jeu);
            } catch (OperationInterditeException e) {
                System.out.println("Abandon de la partie car " + joueur.getNom() + " triche !");
                return false;
            }
            System.out.println(joueur.getNom() + " prend " + prise + " allumette" + (prise > 1 ? "s" : "") + ".");
            valide = retirer(jeu, prise);
            System.out.println();
        }
        return true;
    }

    private boolean retirer(Jeu jeu, int prise) {
        try {
            jeu.retirer(prise);
            return true;
        } catch (CoupInvalideException e) {
            System.out.println("Impossible ! Nombre invalide : " + e.getCoup() + " (" + e.getProbleme() + ")");
            return false;
        }
    }

    private class Espion implements Jeu {
        private final Jeu vrai;

        private Espion(Jeu vrai) {
            this.vrai = vrai;
        }

        @Override
        public int getNombreAllumettes() {
            return vrai.getNombreAllumettes();
        }

        @Override
        public void retirer(int nbPrises) {
            throw new OperationInterditeException("triche");
        }
    }
}
