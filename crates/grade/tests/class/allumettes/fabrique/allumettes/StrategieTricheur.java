package allumettes;

public class StrategieTricheur extends Strategie {
	@Override
	public int nbPrise(Jeu jeu) {
		if (jeu.getNombreAllumettes() > 2) {
			System.out.println("[Je triche...]");
			tricher(jeu);
			System.out.println("[" + jeu + "]");
		}
		return 1;
	}

	private void tricher(Jeu jeu) {
		try {
			while (jeu.getNombreAllumettes() >= 2 + Jeu.PRISE_MAX) {
				jeu.retirer(Jeu.PRISE_MAX);
			}
			if (jeu.getNombreAllumettes() != 2) {
				jeu.retirer(jeu.getNombreAllumettes() - 2);
			}
		} catch (CoupInvalideException e) {
			e.printStackTrace();
		}
	}
}
