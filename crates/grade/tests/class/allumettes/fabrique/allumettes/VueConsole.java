package allumettes;

class VueConsole implements Vue {
	@Override
	public void plateau(Jeu jeu) {
		System.out.println(jeu);
	}

	@Override
	public void prise(Joueur joueur, int nb) {
		System.out.print(joueur + " prend " + nb + " ");
		System.out.println(nb > 1 ? "allumettes." : "allumette.");
	}

	@Override
	public void refus(CoupInvalideException refus) {
		System.out.print("Impossible ! ");
		System.out.print("Nombre invalide : ");
		System.out.println(refus.getCoup() + " (" + refus.getProbleme() + ")");
	}

	@Override
	public void finDeTour() {
		System.out.println();
	}

	@Override
	public void resultat(Joueur gagnant, Joueur perdant) {
		System.out.println(perdant + " perd !\n" + gagnant + " gagne !");
	}

	@Override
	public void triche(Joueur tricheur) {
		System.out.println("Abandon de la partie car " + tricheur + " triche !");
	}
}
