package allumettes;

public class Joueur {

    private final String name;
    private Strategy strategy;

    public Joueur(String name, Strategy strategy) {
        this.name = name;
        this.strategy = strategy;
    }

    public String getNom() {
        return name;
    }

    public void setStrategy(Strategy strategy) {
        this.strategy = strategy;
    }

    public int getPrise(Jeu game) throws CoupInvalideException {
        return strategy.choose(this, game);
    }
}
