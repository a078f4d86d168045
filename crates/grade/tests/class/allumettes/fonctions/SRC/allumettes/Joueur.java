package allumettes;

public class Joueur {
  private final String nom;
  private Choix choix;

  public Joueur(String nom, Choix choix) {
    this.nom = nom;
    this.choix = choix;
  }

  public String getNom() { return nom; }

  public void changer(Choix choix) { this.choix = choix; }

  public int getPrise(Jeu jeu) throws CoupInvalideException {
    return choix.choisir(this, jeu);
  }
}
