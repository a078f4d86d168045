package allumettes;

public class Jouer {
  public static void main(String[] args) {
    int code = 0;
    try {
      lancer(args);
    } catch (ConfigurationException e) {
      System.out.println("\nErreur : " + e.getMessage());
      System.out.println("\nUsage :\n\tjava allumettes.Jouer [-confiant] nom@strategie nom@strategie");
      code = 1;
    }
    System.exit(code);
  }

  private static void lancer(String[] args) {
    boolean confiant = args.length == 3 && args[0].equals("-confiant");
    if (!confiant && args.length != 2) throw new ConfigurationException("arguments");
    int i = args.length - 2;
    new Arbitre(joueur(args[i]), joueur(args[i + 1]), confiant).arbitrer(new Tas(13));
  }

  private static Joueur joueur(String texte) {
    String[] t = texte.split("@");
    try {
      return new Joueur(t[0], Strategies.trouver(t[1]));
    } catch (ArrayIndexOutOfBoundsException e) {
      throw new ConfigurationException("joueur " + texte);
    }
  }
}
