package allumettes;

public class Jouer {
    private static final int NOMBRE_INITIAL = 13;

    public static void main(String[] args) {
        try {
            Mefiance mefiance = Jouer.lireMefiance(args);
            int decalage = mefiance == Mefiance.CONFIANT ? 1 : 0;
            Jouer.verifier(args.length == 2 + decalage, "deux joueurs attendus");
            Joueur j1 = Jouer.lireJoueur(args[decalage]);
            Joueur j2 = Jouer.lireJoueur(args[decalage + 1]);
            new Arbitre(j1, j2).avec(mefiance).arbitrer(new Plateau(NOMBRE_INITIAL));
        } catch (ConfigurationException e) {
            System.err.println("\nErreur : " + e.getMessage());
            System.exit(1);
        }
    }

    private static Mefiance lireMefiance(String[] args) {
        return args.length > 0 && args[0].equals("-confiant") ? Mefiance.CONFIANT : Mefiance.MEFIANT;
    }

    private static Joueur lireJoueur(String texte) {
        String[] champs = texte.split("@");
        Jouer.verifier(champs.length == 2, "joueur incorrect : " + texte);
        return new Joueur(champs[0], Jouer.lireStrategie(champs[1]));
    }

    private static Strategie lireStrategie(String nom) {
        return switch (nom) {
            case "humain" -> new Humain();
            case "naif" -> new Naif();
            case "rapide" -> new Rapide();
            case "expert" -> new Expert();
            case "tricheur" -> new Tricheur();
            default -> throw new ConfigurationException("stratégie inconnue : " + nom);
        };
    }

    private static void verifier(boolean condition, String message) {
        if (!condition) {
            throw new ConfigurationException(message);
        }
    }
}
