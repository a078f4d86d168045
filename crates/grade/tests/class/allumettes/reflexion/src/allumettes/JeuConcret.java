package allumettes;

public class JeuConcret implements Jeu {
	private int nbAllumettes;

	public JeuConcret(int nbAllumettes) {
		this.nbAllumettes = nbAllumettes;
	}

	public int getNombreAllumettes() {
		return this.nbAllumettes;
	}

	public void retirer(int nbPrises) throws CoupInvalideException {
		int max = Integer.min(this.nbAllumettes, PRISE_MAX);
		if (nbPrises < 1 || nbPrises > max) {
			String probleme = nbPrises < 1 ? "< " + 1 : "> " + max;
			throw new CoupInvalideException(nbPrises, probleme);
		}
		this.nbAllumettes -= nbPrises;
	}
}
