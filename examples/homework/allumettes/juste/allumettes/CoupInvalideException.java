package allumettes;

/** Exception qui indique qu'un coup invalide est joué. */
public class CoupInvalideException extends Exception {

	/** Le coup joué. */
	private int coup;

	/** Problème identifié. */
	private String probleme;

	/** Initialiser une CoupInvalideException à partir du coup joué
	 * et du problème identifié.
	 * @param coup le coup joué
	 * @param probleme le problème identifié
	 */
	public CoupInvalideException(int coup, String probleme) {
		super("Coup invalide car " + probleme + " : " + coup);
		this.coup = coup;
		this.probleme = probleme;
	}

	/** Retourner le coup joué.
	 * @return le coup joué
	 */
	public int getCoup() {
		return this.coup;
	}

	/** Indiquer le problème lié au coup joué.
	 * @return le problème lié au coup joué
	 */
	public String getProbleme() {
		return this.probleme;
	}

}
