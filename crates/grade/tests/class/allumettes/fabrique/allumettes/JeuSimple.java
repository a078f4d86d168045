package allumettes;

public class JeuSimple implements Jeu {

	private int nb;

	public JeuSimple(int nb) {
		assert nb >= 0;
		this.nb = nb;
	}

	@Override
	public int getNombreAllumettes() {
		return nb;
	}

	@Override
	public void retirer(int nbPrises) throws CoupInvalideException {
		verifier(nbPrises);
		nb -= nbPrises;
	}

	private void verifier(int nbPrises) throws CoupInvalideException {
		if (nbPrises <= 0) {
			throw new CoupInvalideException(nbPrises, "< 1");
		}
		if (nbPrises > nb && nb < PRISE_MAX) {
			throw new CoupInvalideException(nbPrises, "> " + nb);
		}
		if (nbPrises > PRISE_MAX) {
			throw new CoupInvalideException(nbPrises, "> " + PRISE_MAX);
		}
	}

	@Override
	public String toString() {
		return "Allumettes restantes : " + nb;
	}
}
