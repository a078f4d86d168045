package allumettes;

public class Arbitre {
    private final Joueur j1;
    private final Joueur j2;
    private final boolean confiant;
    private int coups;

    public Arbitre(Joueur j1, Joueur j2) {
        this(j1, j2, false);
    }

    public Arbitre(Joueur j1, Joueur j2, boolean confiant) {
        this.j1 = j1;
        this.j2 = j2;
        this.confiant = confiant;
    }

    private Joueur joueur(int numero) {
        return numero % 2 == 0 ? j1 : j2;
    }

    public void arbitrer(Jeu jeu) {
        do {
            try {
                jouer(jeu);
                coups++;
            } catch (CoupInvalideException e) {
                System.out.println("Impossible ! Nombre invalide : " + e.getCoup() + " (" + e.getProbleme() + ")");
            } catch (OperationInterditeException e) {
                System.out.println("Abandon de la partie car " + joueur(coups).getNom() + " triche !");
                return;
            }
            System.out.println("");
        } while (jeu.getNombreAllumettes() > 0);
        System.out.println(joueur(coups - 1).getNom() + " perd !");
        System.out.println(joueur(coups).getNom() + " gagne !");
    }

    private void jouer(Jeu jeu) throws CoupInvalideException {
        System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
        int prise = joueur(coups).getPrise(confiant ? jeu : new JeuSurveille(jeu));
        System.out.println(joueur(coups).getNom() + " prend " + prise + " allumette" + (prise > 1 ? "s." : "."));
        jeu.retirer(prise);
    }
}
