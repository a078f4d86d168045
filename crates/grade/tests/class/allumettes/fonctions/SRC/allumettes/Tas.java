package allumettes;

public class Tas implements Jeu {
  private int n;

  public Tas(int n) { this.n = n; }

  public int getNombreAllumettes() { return n; }

  public void retirer(int k) throws CoupInvalideException {
    int borne = n < PRISE_MAX ? n : PRISE_MAX;
    if (k < 1 || k > borne)
      throw new CoupInvalideException(k, k < 1 ? "< 1" : "> " + borne);
    n -= k;
  }
}
