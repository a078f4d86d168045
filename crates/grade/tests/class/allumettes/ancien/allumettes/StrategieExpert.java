package allumettes;

public class StrategieExpert implements Strategie {
	public int getPrise(Jeu jeu) {
		int modulo = (jeu.getNombreAllumettes() - 1) % (Jeu.PRISE_MAX + 1);
		return modulo == 0 ? 1 : modulo;
	}
}
