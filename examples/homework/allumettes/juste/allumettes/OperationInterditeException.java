package allumettes;

/** Exception qui indique qu'une opération est interdite. */
public class OperationInterditeException extends RuntimeException {

	/** Initialiser une OperationInterditeException avec le message précisé.
	 * @param message le message explicatif
	 */
	public OperationInterditeException(String message) {
		super(message);
	}

}
