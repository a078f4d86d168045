package allumettes;

public class JeuReel implements Jeu {
	private int allumettes;

	public JeuReel(int nombre) {
		this.allumettes = nombre;
	}

	public int getNombreAllumettes() {
		return this.allumettes;
	}

	public void retirer(int nbPrises) throws CoupInvalideException {
		if (nbPrises < 1) {
			throw new CoupInvalideException(nbPrises, "< 1");
		}
		if (nbPrises > this.allumettes) {
			throw new CoupInvalideException(nbPrises, "> " + Math.min(this.allumettes, PRISE_MAX));
		}
		if (nbPrises > PRISE_MAX) {
			throw new CoupInvalideException(nbPrises, "> " + PRISE_MAX);
		}
		this.allumettes -= nbPrises;
	}
}
