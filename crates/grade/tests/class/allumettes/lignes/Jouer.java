package allumettes;
public class Jouer {
    public static void main(final String... args) {
        try { final int d = args.length > 0 && args[0].equals("-confiant") ? 1 : 0; if (args.length != d + 2) throw new IllegalArgumentException("deux joueurs");
            new Arbitre(joueur(args[d]), joueur(args[d + 1]), d == 1).arbitrer(new Jeu(13)); }
        catch (IllegalArgumentException e) { System.out.println("\nErreur : " + e.getMessage()); System.exit(1); } }
    private static Joueur joueur(final String a) { final String[] t = a.split("@"); if (t.length != 2) throw new IllegalArgumentException(a); return new Joueur(t[0], strategie(t[1])); }
    private static Strategie strategie(final String s) { switch (s) { case "humain": return new Humain(); case "naif": return new Naif(); case "rapide": return new Rapide(); case "expert": return new Expert(); case "tricheur": return new Tricheur(); default: throw new IllegalArgumentException(s); } }
}
