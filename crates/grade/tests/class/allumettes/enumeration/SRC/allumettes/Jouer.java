package allumettes;

public class Jouer {
    public static void main(String[] args) {
        try {
            boolean confiant = args[0].equals("-confiant");
            int debut = confiant ? 1 : 0;
            if (args.length - debut != 2) {
                throw new IllegalArgumentException("deux joueurs");
            }
            Joueur un = new Joueur(args[debut]);
            Joueur deux = new Joueur(args[debut + 1]);
            new Arbitre(un, deux, confiant).arbitrer(new Tas(13));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            System.err.println("\nErreur : " + e.getMessage());
            System.exit(2);
        }
    }

    private static class Tas implements Jeu {
        private int reste;

        Tas(int reste) {
            this.reste = reste;
        }

        public int getNombreAllumettes() {
            return reste;
        }

        public void retirer(int nbPrises) throws CoupInvalideException {
            if (nbPrises < 1) {
                throw new CoupInvalideException(nbPrises, "< 1");
            }
            if (nbPrises > PRISE_MAX && reste >= PRISE_MAX) {
                throw new CoupInvalideException(nbPrises, "> " + PRISE_MAX);
            }
            if (nbPrises > reste) {
                throw new CoupInvalideException(nbPrises, "> " + reste);
            }
            reste = reste - nbPrises;
        }
    }
}
