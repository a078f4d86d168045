package allumettes;

public class StrategieExpert extends Strategie {
	@Override
	public int nbPrise(Jeu jeu) {
		// L'adversaire perd s'il lui reste 1, 5, 9 ou 13 allumettes.
		for (int prise = Jeu.PRISE_MAX; prise >= 1; prise--) {
			if ((jeu.getNombreAllumettes() - prise) % (Jeu.PRISE_MAX + 1) == 1) {
				return prise;
			}
		}
		return 1;
	}
}
