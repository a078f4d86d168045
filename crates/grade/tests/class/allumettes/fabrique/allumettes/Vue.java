package allumettes;

/** Tout ce que l'arbitre affiche. */
interface Vue {
	void plateau(Jeu jeu);

	void prise(Joueur joueur, int nb);

	void refus(CoupInvalideException refus);

	void finDeTour();

	void resultat(Joueur gagnant, Joueur perdant);

	void triche(Joueur tricheur);
}
