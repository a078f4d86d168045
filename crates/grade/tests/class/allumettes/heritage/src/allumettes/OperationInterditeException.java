package allumettes;

public class OperationInterditeException extends RuntimeException {
    public OperationInterditeException(String message) {
        super(message);
    }
}
