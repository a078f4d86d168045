@ABOUT@

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Random;

public class Joueur {
    private static Random hasard = new Random(1);

    static String choisir(String position, String[] coups) {
        // @EDIT@
        return coups[hasard.nextInt(coups.length)];
    }

    public static void main(String[] arguments) throws IOException {
        BufferedReader entree = new BufferedReader(new InputStreamReader(System.in));
        String position = "";
        String[] coups = {};
        for (String ligne = entree.readLine(); ligne != null; ligne = entree.readLine()) {
            if (ligne.startsWith("game ") && ligne.contains("seed=")) {
                hasard = new Random(Long.parseLong(ligne.replaceAll(".*seed=(\\d+).*", "$1")));
            } else if (ligne.startsWith("position ")) {
                position = ligne.substring(9);
            } else if (ligne.startsWith("moves ")) {
                coups = ligne.substring(6).split(" ");
            } else if (ligne.startsWith("play")) {
                System.out.println(choisir(position, coups));
                System.out.flush();
            }
        }
    }
}
