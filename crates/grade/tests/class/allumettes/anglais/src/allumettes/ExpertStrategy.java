package allumettes;

public class ExpertStrategy implements Strategy {

    @Override
    public int choose(Joueur player, Jeu game) {
        int best = 1;
        int candidate = 1;
        while (candidate <= Math.min(Jeu.PRISE_MAX, game.getNombreAllumettes())) {
            if (!wins(game.getNombreAllumettes() - candidate)) {
                best = candidate;
            }
            candidate++;
        }
        return best;
    }

    /** Whoever has to move with so many matches can win. */
    private boolean wins(int left) {
        if (left <= 0) {
            return true;
        }
        return !wins(left - 1) || left > 1 && !wins(left - 2) || left > 2 && !wins(left - 3);
    }
}
