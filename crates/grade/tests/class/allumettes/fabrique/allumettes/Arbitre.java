package allumettes;

import java.util.ArrayDeque;
import java.util.Deque;

public class Arbitre {
	/** Celui qui doit jouer est en tête. */
	private final Deque<Joueur> file = new ArrayDeque<>(2);
	private final Vue vue;
	private boolean confiant = false;

	public Arbitre(Joueur j1, Joueur j2) {
		this(j1, j2, new VueConsole());
	}

	Arbitre(Joueur j1, Joueur j2, Vue vue) {
		file.add(j1);
		file.add(j2);
		this.vue = vue;
	}

	public void setConfiant(boolean confiant) {
		this.confiant = confiant;
	}

	public void arbitrer(Jeu jeu) {
		Jeu montre = this.confiant ? jeu : new JeuProtege(jeu);
		for (vue.plateau(jeu); jeu.getNombreAllumettes() > 0;) {
			try {
				faireJouer(jeu, montre);
			} catch (OperationInterditeException e) {
				vue.triche(file.peek());
				return;
			}
			vue.finDeTour();
			if (jeu.getNombreAllumettes() > 0) {
				vue.plateau(jeu);
			}
		}
		vue.resultat(file.getFirst(), file.getLast());
	}

	private void faireJouer(Jeu jeu, Jeu montre) {
		Joueur joueur = file.peek();
		int nb = joueur.getPrise(montre);
		vue.prise(joueur, nb);
		try {
			jeu.retirer(nb);
			file.add(file.poll());
		} catch (CoupInvalideException e) {
			vue.refus(e);
		}
	}
}
