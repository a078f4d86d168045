package allumettes;

public class StrategieRapide extends Strategie {
	@Override
	public int nbPrise(final Jeu leJeu) {
		int reste = leJeu.getNombreAllumettes();
		if (reste < Jeu.PRISE_MAX) {
			return reste;
		}
		return Jeu.PRISE_MAX;
	}
}
