package allumettes;

public class Arbitre {
  private final Joueur j1, j2;
  private final boolean confiant;

  public Arbitre(Joueur j1, Joueur j2) { this(j1, j2, false); }

  public Arbitre(Joueur j1, Joueur j2, boolean confiant) {
    this.j1 = j1;
    this.j2 = j2;
    this.confiant = confiant;
  }

  public void arbitrer(Jeu jeu) { tour(jeu, j1, j2); }

  /** Un tour, puis les suivants. */
  private void tour(Jeu jeu, Joueur qui, Joueur autre) {
    if (jeu.getNombreAllumettes() == 0) {
      System.out.println(autre.getNom() + " perd !");
      System.out.println(qui.getNom() + " gagne !");
      return;
    }
    System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
    boolean accepte = true;
    try {
      int k = qui.getPrise(confiant ? jeu : proxy(jeu));
      System.out.println(qui.getNom() + " prend " + k + " allumette" + (k < 2 ? "." : "s."));
      jeu.retirer(k);
    } catch (CoupInvalideException e) {
      accepte = false;
      System.out.println("Impossible ! Nombre invalide : " + e.getCoup() + " (" + e.getProbleme() + ")");
    } catch (OperationInterditeException e) {
      System.out.println("Abandon de la partie car " + qui.getNom() + " triche !");
      return;
    }
    System.out.println();
    if (accepte) tour(jeu, autre, qui);
    else tour(jeu, qui, autre);
  }

  private Jeu proxy(Jeu jeu) {
    class Proxy implements Jeu {
      public int getNombreAllumettes() { return jeu.getNombreAllumettes(); }
      public void retirer(int k) { throw new OperationInterditeException("non !"); }
    }
    return new Proxy();
  }
}
