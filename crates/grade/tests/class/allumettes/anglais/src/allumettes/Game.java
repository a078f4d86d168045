package allumettes;

public class Game implements Jeu {

    private int matches;

    public Game(int matches) {
        this.matches = matches;
    }

    @Override
    public int getNombreAllumettes() {
        return matches;
    }

    @Override
    public void retirer(int count) throws CoupInvalideException {
        checkLowerBound(count);
        checkUpperBound(count);
        matches -= count;
    }

    private void checkLowerBound(int count) throws CoupInvalideException {
        if (count < 1) {
            throw new CoupInvalideException(count, String.format("< %d", 1));
        }
    }

    private void checkUpperBound(int count) throws CoupInvalideException {
        int bound = Math.min(matches, PRISE_MAX);
        if (count > bound) {
            throw new CoupInvalideException(count, String.format("> %d", bound));
        }
    }
}
