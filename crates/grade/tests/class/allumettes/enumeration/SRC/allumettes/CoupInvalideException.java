package allumettes;

/** Un coup que les règles interdisent. */
public class CoupInvalideException extends Exception {
    private final int coup;
    private final String probleme;

    public CoupInvalideException(int coup, String probleme) {
        super("Nombre invalide : " + coup + " (" + probleme + ")");
        this.coup = coup;
        this.probleme = probleme;
    }

    public int getCoup() {
        return this.coup;
    }

    public String getProbleme() {
        return this.probleme;
    }
}
