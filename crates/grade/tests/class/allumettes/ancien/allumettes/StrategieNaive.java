package allumettes;

import java.util.Random;

public class StrategieNaive implements Strategie {
	private Random alea = new Random();

	public int getPrise(Jeu jeu) {
		return this.alea.nextInt(Jeu.PRISE_MAX) + 1;
	}
}
