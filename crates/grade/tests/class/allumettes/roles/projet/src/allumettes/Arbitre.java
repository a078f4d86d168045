package allumettes;

public class Arbitre {
    private final Joueur j1;
    private final Joueur j2;
    private Mefiance mefiance = Mefiance.MEFIANT;

    public Arbitre(Joueur j1, Joueur j2) {
        this.j1 = j1;
        this.j2 = j2;
    }

    public Arbitre avec(Mefiance mefiance) {
        this.mefiance = mefiance;
        return this;
    }

    public void arbitrer(Jeu jeu) {
        Partie partie = new Partie(jeu, this.j1, this.j2);
        while (partie.etat() == Partie.Etat.EN_COURS) {
            System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
            this.jouer(partie);
        }
        if (partie.etat() == Partie.Etat.TERMINEE) {
            System.out.println(partie.actif().getNom() + " perd !");
            System.out.println(partie.passif().getNom() + " gagne !");
        }
    }

    private void jouer(Partie partie) {
        Joueur joueur = partie.actif();
        try {
            int prise = joueur.getPrise(this.mefiance.apply(partie.jeu()));
            System.out.println(joueur.getNom() + " prend " + this.accorder(prise) + ".");
            partie.prendre(prise);
            System.out.println();
        } catch (CoupInvalideException e) {
            System.out.println("Impossible ! Nombre invalide : " + e.getCoup() + " (" + e.getProbleme() + ")");
            System.out.println();
        } catch (OperationInterditeException e) {
            System.out.println("Abandon de la partie car " + joueur.getNom() + " triche !");
            partie.abandonner();
        }
    }

    private String accorder(int nombre) {
        return nombre + (nombre > 1 ? " allumettes" : " allumette");
    }
}
