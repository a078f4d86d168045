package allumettes;

/** Procuration : on regarde, on ne touche pas. */
public class JeuProtege implements Jeu {

	private final Jeu jeu;

	public JeuProtege(Jeu jeu) {
		this.jeu = jeu;
	}

	@Override
	public int getNombreAllumettes() {
		return jeu.getNombreAllumettes();
	}

	@Override
	public void retirer(int nbPrises) {
		refuser("retirer");
	}

	private static void refuser(String operation) {
		throw new OperationInterditeException("Opération interdite : " + operation);
	}

	@Override
	public String toString() {
		return jeu.toString();
	}
}
