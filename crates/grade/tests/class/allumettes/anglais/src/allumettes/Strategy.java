package allumettes;

public interface Strategy {

    int choose(Joueur player, Jeu game) throws CoupInvalideException;

    default String describe() {
        return getClass().getSimpleName().toLowerCase();
    }
}
