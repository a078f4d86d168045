package allumettes;

public class Partie {

	public static void main(String[] args) {
		try {
			verifierNombreArguments(args);
			boolean confiant = args.length == 3;
			int premier = confiant ? 1 : 0;
			if (confiant && !args[0].equals("-confiant")) {
				throw new ConfigurationException("Option inconnue : " + args[0]);
			}
			Arbitre arbitre = new Arbitre(joueur(args[premier]), joueur(args[premier + 1]));
			arbitre.setConfiant(confiant);
			arbitre.arbitrer(new JeuReel(13));
		} catch (ConfigurationException e) {
			System.out.println();
			System.out.println("Erreur : " + e.getMessage());
			System.exit(1);
		}
	}

	private static Joueur joueur(String texte) {
		String[] mots = texte.split("@");
		if (mots.length != 2) {
			throw new ConfigurationException("Joueur incorrect : " + texte);
		}
		return new Joueur(mots[0], strategie(mots[1]));
	}

	private static Strategie strategie(String nom) {
		if (nom.equals("humain")) {
			return new StrategieHumaine();
		} else if (nom.equals("naif")) {
			return new StrategieNaive();
		} else if (nom.equals("rapide")) {
			return new StrategieRapide();
		} else if (nom.equals("expert")) {
			return new StrategieExpert();
		} else if (nom.equals("tricheur")) {
			return new StrategieTricheur();
		}
		throw new ConfigurationException("Strategie inconnue : " + nom);
	}

	private static void verifierNombreArguments(String[] args) {
		if (args.length < 2 || args.length > 3) {
			throw new ConfigurationException("Nombre d'arguments : " + args.length);
		}
	}
}
