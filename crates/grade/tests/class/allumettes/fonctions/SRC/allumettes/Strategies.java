package allumettes;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Scanner;
import java.util.stream.IntStream;

/** Chaque stratégie est une fonction. */
public class Strategies {
  private static final Scanner ENTREE = new Scanner(System.in);
  private static final Random ALEA = new Random();
  private static final Map<String, Choix> TOUTES = new LinkedHashMap<>();

  static {
    TOUTES.put("rapide", Strategies::rapide);
    TOUTES.put("naif", (moi, jeu) -> ALEA.nextInt(Jeu.PRISE_MAX) + 1);
    TOUTES.put("expert", (moi, jeu) -> IntStream.rangeClosed(1, Jeu.PRISE_MAX)
        .filter(k -> (jeu.getNombreAllumettes() - k - 1) % (Jeu.PRISE_MAX + 1) == 0)
        .findFirst()
        .orElse(1));
    TOUTES.put("humain", Strategies::humain);
    TOUTES.put("tricheur", Strategies::tricheur);
  }

  static Choix trouver(String nom) {
    Choix choix = TOUTES.get(nom);
    if (choix == null) throw new ConfigurationException("strategie " + nom + " ?");
    return choix;
  }

  static int rapide(Joueur moi, Jeu jeu) {
    return jeu.getNombreAllumettes() > Jeu.PRISE_MAX ? Jeu.PRISE_MAX : jeu.getNombreAllumettes();
  }

  static int humain(Joueur moi, Jeu jeu) throws CoupInvalideException {
    System.out.print(moi.getNom() + ", combien d'allumettes ? ");
    if (ENTREE.hasNextInt()) return ENTREE.nextInt();
    String mot = ENTREE.next();
    if (!mot.equals("triche")) {
      System.out.println("Vous devez donner un entier.");
    } else if (jeu.getNombreAllumettes() > 1) {
      jeu.retirer(1);
      System.out.println("[Une allumette en moins, plus que " + jeu.getNombreAllumettes() + ". Chut !]");
    }
    return humain(moi, jeu);
  }

  static int tricheur(Joueur moi, Jeu jeu) throws CoupInvalideException {
    System.out.println("[Je triche...]");
    for (int n = jeu.getNombreAllumettes(); n > 2; n--) jeu.retirer(1);
    System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");
    return 1;
  }
}
