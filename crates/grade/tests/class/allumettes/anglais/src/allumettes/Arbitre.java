package allumettes;

import java.io.PrintStream;
import java.util.Iterator;
import java.util.List;

public class Arbitre {

    private final List<Joueur> players;
    private final boolean trusting;
    private final PrintStream out = System.out;
    private Iterator<Joueur> turns;

    public Arbitre(Joueur j1, Joueur j2) {
        this(j1, j2, false);
    }

    public Arbitre(Joueur j1, Joueur j2, boolean trusting) {
        this.players = List.of(j1, j2);
        this.turns = players.iterator();
        this.trusting = trusting;
    }

    private Joueur next() {
        if (!turns.hasNext()) {
            turns = players.iterator();
        }
        return turns.next();
    }

    public void arbitrer(Jeu game) {
        Joueur current = next();
        try {
            while (game.getNombreAllumettes() > 0) {
                boolean valid = play(current, game);
                out.println();
                if (valid) {
                    current = next();
                }
            }
            out.println(String.format("%s perd !", next().getNom()));
            out.println(String.format("%s gagne !", current.getNom()));
        } catch (OperationInterditeException cheating) {
            out.println(String.format("Abandon de la partie car %s triche !", current.getNom()));
        }
    }

    private boolean play(Joueur player, Jeu game) {
        out.println(String.format("Allumettes restantes : %d", game.getNombreAllumettes()));
        try {
            int count = player.getPrise(trusting ? game : new ReadOnlyGame(game));
            out.println(String.format("%s prend %d allumette%s.", player.getNom(), count, count > 1 ? "s" : ""));
            game.retirer(count);
            return true;
        } catch (CoupInvalideException e) {
            out.println(String.format("Impossible ! Nombre invalide : %d (%s)", e.getCoup(), e.getProbleme()));
            return false;
        }
    }
}
