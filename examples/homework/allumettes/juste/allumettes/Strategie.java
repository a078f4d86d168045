package allumettes;

/** Une stratégie de jeu. */
public interface Strategie
{
	/**
	 * Obtenir le nombre d'allumettes que la stratégie conseille de prendre.
	 *
	 * @param jeu	le jeu
	 * @param nomJoueur	le nom du joueur qui suit la stratégie
	 * @return le nombre d'allumettes
	 * @throws CoupInvalideException	si la stratégie joue mal
	 */
	int getPrise(Jeu jeu, String nomJoueur) throws CoupInvalideException;
}
