package allumettes;

import java.util.Random;

public class StrategieNaif extends Strategie {
	private static final Random DE = new Random(System.nanoTime());

	@Override
	public int nbPrise(Jeu jeu) {
		return DE.ints(1, 1, Jeu.PRISE_MAX + 1).sum();
	}
}
