package allumettes;

public class Partie {
    public static void main(String[] args) {
        int i = 0;
        try {
            if (args.length == 3) {
                if (!args[0].equals("-confiant")) {
                    throw new ConfigurationException("option inconnue : " + args[0]);
                }
                i = 1;
            } else if (args.length != 2) {
                throw new ConfigurationException("nombre d'arguments : " + args.length);
            }
            Arbitre arbitre = new Arbitre(creer(args[i]), creer(args[i + 1]));
            if (i == 1) {
                arbitre.faireConfiance();
            }
            arbitre.arbitrer(new Jeu(13));
        } catch (ConfigurationException e) {
            System.out.println("\nErreur : " + e.getMessage());
            System.exit(1);
        }
    }

    private static Joueur creer(String arg) {
        String[] t = arg.split("@");
        if (t.length != 2) {
            throw new ConfigurationException(arg);
        }
        if (t[1].equals("humain")) {
            return new JoueurHumain(t[0]);
        } else if (t[1].equals("naif")) {
            return new JoueurNaif(t[0]);
        } else if (t[1].equals("rapide")) {
            return new Rapide(t[0]);
        } else if (t[1].equals("expert")) {
            return new JoueurExpert(t[0]);
        } else if (t[1].equals("tricheur")) {
            return new JoueurTricheur(t[0]);
        }
        throw new ConfigurationException("strategie : " + t[1]);
    }
}
