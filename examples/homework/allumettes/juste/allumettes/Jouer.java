package allumettes;

/** La classe principale. */
public class Jouer
{
	/** Nombre de joueurs. */
	private static final int NB_JOUEURS = 2;

	/**
	 * Lancer une partie.
	 *
	 * @param args	les arguments
	 */
	public static void main(String[] args)
	{
		try
		{
			verifierNombreArguments(args);
			int premier = args.length - NB_JOUEURS;
			if (premier == 1 && !args[0].equals("-confiant"))
			{
				throw new ConfigurationException("option inconnue : " + args[0]);
			}
			Arbitre arbitre = new Arbitre(creerJoueur(args[premier]), creerJoueur(args[premier + 1]));
			if (premier == 1)
			{
				arbitre.rendreConfiant();
			}
			arbitre.arbitrer(new JeuAllumettes(13));
		}
		catch (ConfigurationException e)
		{
			System.out.println();
			System.out.println("Erreur : " + e.getMessage());
			afficherUsage();
			System.exit(1);
		}
	}

	/** Créer un joueur à partir de nom@stratégie. */
	private static Joueur creerJoueur(String description)
	{
		String[] elements = description.split("@");
		if (elements.length != 2)
		{
			throw new ConfigurationException("joueur incorrect : " + description);
		}
		return new Joueur(elements[0], creerStrategie(elements[1]));
	}

	/** Créer une stratégie à partir de son nom. */
	private static Strategie creerStrategie(String nom)
	{
		switch (nom)
		{
			case "humain":   return new StrategieHumain();
			case "naif":     return new StrategieNaif();
			case "rapide":   return new StrategieRapide();
			case "expert":   return new StrategieExpert();
			case "tricheur": return new StrategieTricheur();
			default: throw new ConfigurationException("stratégie inconnue : " + nom);
		}
	}

	private static void verifierNombreArguments(String[] args)
	{
		if (args.length < NB_JOUEURS)
		{
			throw new ConfigurationException("Trop peu d'arguments : " + args.length);
		}
		if (args.length > NB_JOUEURS + 1)
		{
			throw new ConfigurationException("Trop d'arguments : " + args.length);
		}
	}

	/** Afficher des indications sur la manière d'exécuter cette classe. */
	public static void afficherUsage()
	{
		System.out.println("\n" + "Usage :"
				+ "\n\t" + "java allumettes.Jouer joueur1 joueur2"
				+ "\n\t\t" + "joueur est de la forme nom@stratégie"
				+ "\n\t\t" + "strategie = naif | rapide | expert | humain | tricheur"
				+ "\n"
				+ "\n\t" + "Exemple :"
				+ "\n\t" + "	java allumettes.Jouer Xavier@humain "
				+ "Ordinateur@naif"
				+ "\n");
	}
}
