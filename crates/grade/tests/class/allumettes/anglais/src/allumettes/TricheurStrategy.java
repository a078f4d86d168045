package allumettes;

public class TricheurStrategy implements Strategy {

    private static final int TARGET = 2;

    @Override
    public int choose(Joueur player, Jeu game) throws CoupInvalideException {
        System.out.println("[Je triche...]");
        int stolen = game.getNombreAllumettes() - TARGET;
        while (stolen > 0) {
            int batch = Math.min(stolen, Jeu.PRISE_MAX);
            game.retirer(batch);
            stolen -= batch;
        }
        System.out.println(String.format("[Allumettes restantes : %d]", game.getNombreAllumettes()));
        return 1;
    }
}
