package allumettes;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

/** Lance une partie des 13 allumettes en fonction des arguments fournis
 * sur la ligne de commande.
 */
public class Jouer {

	/** Lancer une partie. En argument sont donnés les deux joueurs sous
	 * la forme nom@stratégie.
	 * @param args la description des deux joueurs
	 */
	public static void main(String[] args) {
		try {
			List<String> arguments = new ArrayList<>(Arrays.asList(args));
			boolean confiant = !arguments.isEmpty() && arguments.get(0).equals("-confiant");
			if (confiant) {
				arguments.remove(0);
			}
			verifierNombreArguments(arguments);
			enregistrerStrategies();
			Arbitre arbitre = new Arbitre(creerJoueur(arguments.get(0)), creerJoueur(arguments.get(1)));
			arbitre.setConfiant(confiant);
			arbitre.arbitrer(new JeuSimple(13));
		} catch (ConfigurationException e) {
			System.out.println();
			System.out.println("Erreur : " + e.getMessage());
			afficherUsage();
			System.exit(1);
		}
	}

	private static void enregistrerStrategies() {
		Scanner clavier = FabriqueStrategie.clavier();
		FabriqueStrategie.getInstance()
				.enregistrer("naif", StrategieNaif::new)
				.enregistrer("rapide", StrategieRapide::new)
				.enregistrer("expert", StrategieExpert::new)
				.enregistrer("tricheur", StrategieTricheur::new)
				.enregistrer("humain", () -> new StrategieHumain(clavier));
	}

	private static Joueur creerJoueur(String argument) {
		String[] nomEtStrategie = argument.split("@", 2);
		if (nomEtStrategie.length < 2 || nomEtStrategie[0].equals("")) {
			throw new ConfigurationException("Joueur mal décrit : " + argument);
		}
		Joueur joueur = new Joueur(nomEtStrategie[0]);
		joueur.setStrategie(FabriqueStrategie.getInstance().creer(nomEtStrategie[1]));
		return joueur;
	}

	private static void verifierNombreArguments(List<String> args) {
		final int nbJoueurs = 2;
		if (args.size() < nbJoueurs) {
			throw new ConfigurationException("Trop peu d'arguments : " + args.size());
		}
		if (args.size() > nbJoueurs) {
			throw new ConfigurationException("Trop d'arguments : " + args.size());
		}
	}

	/** Afficher des indications sur la manière d'exécuter cette classe. */
	public static void afficherUsage() {
		System.out.println("\n" + "Usage :"
				+ "\n\t" + "java allumettes.Jouer joueur1 joueur2"
				+ "\n\t\t" + "joueur est de la forme nom@stratégie"
				+ "\n\t\t" + "strategie = naif | rapide | expert | humain | tricheur"
				+ "\n");
	}

}
