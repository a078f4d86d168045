package allumettes;

public class Arbitre {
    private record Tour(Joueur actif, Joueur passif) {
        Tour suivant() {
            return new Tour(passif, actif);
        }
    }

    private Tour tour;
    private final boolean confiant;

    public Arbitre(Joueur j1, Joueur j2) {
        this(j1, j2, false);
    }

    Arbitre(Joueur j1, Joueur j2, boolean confiant) {
        tour = new Tour(j1, j2);
        this.confiant = confiant;
    }

    public void arbitrer(Jeu jeu) {
        try {
            while (jeu.getNombreAllumettes() > 0) {
                jouer(jeu);
                System.out.println();
            }
            System.out.println("""
                    %s perd !
                    %s gagne !""".formatted(tour.passif().getNom(), tour.actif().getNom()));
        } catch (OperationInterditeException e) {
            System.out.println("Abandon de la partie car " + tour.actif().getNom() + " triche !");
        }
    }

    private void jouer(Jeu jeu) {
        System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
        var nb = tour.actif().getPrise(confiant ? jeu : new Procuration(jeu));
        System.out.println("%s prend %d allumette%s.".formatted(tour.actif().getNom(), nb, nb > 1 ? "s" : ""));
        try {
            jeu.retirer(nb);
            tour = tour.suivant();
        } catch (CoupInvalideException e) {
            System.out.println("Impossible ! Nombre invalide : %d (%s)".formatted(e.getCoup(), e.getProbleme()));
        }
    }
}
