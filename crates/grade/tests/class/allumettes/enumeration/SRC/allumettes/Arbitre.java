package allumettes;

class Arbitre {
    private final Joueur[] joueurs;
    private final boolean confiant;

    Arbitre(Joueur j1, Joueur j2, boolean confiant) {
        joueurs = new Joueur[] {j1, j2};
        this.confiant = confiant;
    }

    Arbitre(Joueur j1, Joueur j2) {
        this(j1, j2, false);
    }

    void arbitrer(Jeu jeu) {
        int tour = 0;
        while (jeu.getNombreAllumettes() > 0) {
            Joueur joueur = joueurs[tour % 2];
            System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
            try {
                int n = joueur.getPrise(confiant ? jeu : interdit(jeu));
                System.out.println(joueur.nom + " prend " + n + (n >= 2 ? " allumettes." : " allumette."));
                jeu.retirer(n);
                tour++;
            } catch (CoupInvalideException e) {
                System.out.println("Impossible ! " + e.getMessage());
            } catch (OperationInterditeException e) {
                System.out.println("Abandon de la partie car " + joueur.nom + " triche !");
                return;
            }
            System.out.println();
        }
        System.out.println(joueurs[(tour + 1) % 2].nom + " perd !");
        System.out.println(joueurs[tour % 2].nom + " gagne !");
    }

    private static Jeu interdit(Jeu jeu) {
        return new Jeu() {
            @Override
            public int getNombreAllumettes() {
                return jeu.getNombreAllumettes();
            }

            @Override
            public void retirer(int nbPrises) {
                throw new OperationInterditeException("interdit");
            }
        };
    }
}
