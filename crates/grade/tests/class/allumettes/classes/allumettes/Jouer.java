package allumettes;

public class Jouer {
    private static final int NOMBRE = 13;

    public static void main(String[] args) {
        try {
            boolean confiant = args.length > 0 && args[0].equals("-confiant");
            int premier = confiant ? 1 : 0;
            if (args.length != premier + 2) {
                throw new ConfigurationException("il faut deux joueurs");
            }
            Arbitre arbitre = new Arbitre(joueur(args[premier]), joueur(args[premier + 1]));
            arbitre.setConfiant(confiant);
            arbitre.arbitrer(new JeuReel(NOMBRE));
        } catch (ConfigurationException e) {
            System.out.println();
            System.out.println("Erreur : " + e.getMessage());
            afficherUsage();
            System.exit(1);
        }
    }

    private static Joueur joueur(String texte) {
        String[] parties = texte.split("@");
        if (parties.length != 2 || parties[0].isEmpty()) {
            throw new ConfigurationException("joueur incorrect : " + texte);
        }
        return new Joueur(parties[0], strategie(parties[1]));
    }

    private static Strategie strategie(String nom) {
        switch (nom) {
            case "humain":
                return new Humain();
            case "naif":
                return new Naif();
            case "rapide":
                return new Rapide();
            case "expert":
                return new Expert();
            case "tricheur":
                return new Tricheur();
            default:
                throw new ConfigurationException("stratégie inconnue : " + nom);
        }
    }

    private static void afficherUsage() {
        System.out.println("\nUsage :\n\tjava allumettes.Jouer joueur1 joueur2");
    }
}
