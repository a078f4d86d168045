package allumettes;

public class RapideStrategy implements Strategy {

    @Override
    public int choose(Joueur player, Jeu game) {
        return Math.min(game.getNombreAllumettes(), Jeu.PRISE_MAX);
    }
}
