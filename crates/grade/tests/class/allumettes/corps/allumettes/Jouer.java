package allumettes;

public class Jouer {
    public static void main(String[] args) {
        try {
            configurer(args).arbitrer(new JeuDeBase(13));
        } catch (PartieInvalideException e) {
            System.err.println("\nErreur : " + e.getMessage());
            System.exit(1);
        }
    }

    private static Arbitre configurer(String[] args) throws PartieInvalideException {
        boolean confiant = args.length > 0 && "-confiant".equalsIgnoreCase(args[0]);
        int debut = confiant ? 1 : 0;
        if (args.length - debut != 2) {
            throw new PartieInvalideException("deux joueurs sont nécessaires");
        }
        return new Arbitre(joueur(args[debut]), joueur(args[debut + 1]), confiant);
    }

    private static Joueur joueur(String arg) throws PartieInvalideException {
        String[] infos = arg.split("@");
        if (infos.length != 2) {
            throw new PartieInvalideException("joueur : nom@stratégie");
        }
        return new Joueur(infos[0], Strategie.lire(infos[1]));
    }
}
