package allumettes;

/** L'état d'une partie : à qui le tour, et ce qui s'est passé. */
class Partie {
    enum Etat { EN_COURS, TERMINEE, ABANDONNEE }

    private final Jeu jeu;
    private Joueur actif;
    private Joueur passif;
    private Etat etat = Etat.EN_COURS;

    Partie(Jeu jeu, Joueur actif, Joueur passif) {
        this.jeu = jeu;
        this.actif = actif;
        this.passif = passif;
    }

    Etat etat() {
        return this.etat;
    }

    Joueur actif() {
        return this.actif;
    }

    Joueur passif() {
        return this.passif;
    }

    Jeu jeu() {
        return this.jeu;
    }

    void abandonner() {
        this.etat = Etat.ABANDONNEE;
    }

    void prendre(int prise) throws CoupInvalideException {
        this.jeu.retirer(prise);
        if (this.jeu.getNombreAllumettes() == 0) {
            this.etat = Etat.TERMINEE;
        } else {
            Joueur attendait = this.passif;
            this.passif = this.actif;
            this.actif = attendait;
        }
    }
}
