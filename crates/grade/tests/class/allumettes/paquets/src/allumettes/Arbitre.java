package allumettes;

import allumettes.modele.Mandataire;

public class Arbitre {
    private Joueur[] joueurs = new Joueur[2];
    private boolean confiant;
    private int numero = 0;

    public Arbitre(Joueur j1, Joueur j2) {
        joueurs[0] = j1;
        joueurs[1] = j2;
    }

    public Arbitre(Joueur j1, Joueur j2, boolean confiant) {
        this(j1, j2);
        this.confiant = confiant;
    }

    public void arbitrer(Jeu jeu) {
        try {
            while (jeu.getNombreAllumettes() != 0) {
                System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
                jouer(jeu, joueurs[numero]);
                System.out.println();
            }
            System.out.println(joueurs[1 - numero].getNom() + " perd !");
            System.out.println(joueurs[numero].getNom() + " gagne !");
        } catch (OperationInterditeException e) {
            System.out.println("Abandon de la partie car " + joueurs[numero].getNom() + " triche !");
        }
    }

    private void jouer(Jeu jeu, Joueur joueur) {
        int prise = joueur.getPrise(confiant ? jeu : new Mandataire(jeu));
        try {
            System.out.println(joueur.getNom() + " prend " + prise + (prise > 1 ? " allumettes." : " allumette."));
            jeu.retirer(prise);
            numero = 1 - numero;
        } catch (CoupInvalideException e) {
            System.out.println("Impossible ! Nombre invalide : " + e.getCoup() + " (" + e.getProbleme() + ")");
        }
    }
}
