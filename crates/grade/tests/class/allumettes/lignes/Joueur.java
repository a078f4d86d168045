package allumettes; import java.util.*;
public class Joueur {
    public final String nom; private Strategie s;
    public Joueur(final String nom, final Strategie s) { this.nom = nom; this.s = s; }
    public void set(final Strategie s) { this.s = s; }
    public int getPrise(final Jeu j) throws CoupInvalideException { return s.prise(nom, j); }
}
interface Strategie { int prise(String nom, Jeu j) throws CoupInvalideException; }
class Rapide implements Strategie { public int prise(final String nom, final Jeu j) { return Math.min(3, j.getNombreAllumettes()); } }
class Naif implements Strategie { private final Random r = new Random(); public int prise(final String nom, final Jeu j) { return r.nextInt(3) + 1; } }
class Expert implements Strategie { public int prise(final String nom, final Jeu j) { return Math.max(1, (j.getNombreAllumettes() - 1) % 4); } }
class Tricheur implements Strategie { public int prise(final String nom, final Jeu j) throws CoupInvalideException {
    System.out.println("[Je triche...]"); while (j.getNombreAllumettes() > 2) j.retirer(1); System.out.println("[Allumettes restantes : " + j.getNombreAllumettes() + "]"); return 1; } }
class Humain implements Strategie { private static final Scanner IN = new Scanner(System.in); public int prise(final String nom, final Jeu j) throws CoupInvalideException {
    System.out.print(nom + ", combien d'allumettes ? "); final String l = IN.nextLine();
    if (l.equals("triche")) { j.retirer(1); System.out.println("[Une allumette en moins, plus que " + j.getNombreAllumettes() + ". Chut !]"); return prise(nom, j); }
    try { return Integer.parseInt(l); } catch (NumberFormatException e) { System.out.println("Vous devez donner un entier."); return prise(nom, j); } } }
