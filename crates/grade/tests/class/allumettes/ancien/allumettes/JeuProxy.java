package allumettes;

public class JeuProxy implements Jeu {
	private Jeu jeu;

	public JeuProxy(Jeu jeu) {
		this.jeu = jeu;
	}

	public int getNombreAllumettes() {
		return this.jeu.getNombreAllumettes();
	}

	public void retirer(int nbPrises) {
		throw new OperationInterditeException("retirer");
	}
}
