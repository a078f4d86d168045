package allumettes;

public class PartieInvalideException extends Exception {
    public PartieInvalideException(String probleme) {
        super(probleme);
    }
}
