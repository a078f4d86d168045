package allumettes;

/** Erreur de configuration de la partie. */
public class ConfigurationException extends RuntimeException {

	public ConfigurationException(String message) {
		super(message);
	}

}
