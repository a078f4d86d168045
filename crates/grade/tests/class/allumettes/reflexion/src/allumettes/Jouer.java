package allumettes;

public class Jouer {

	public static void main(String[] args) {
		try {
			int n = args.length;
			boolean confiant = n == 3 && args[0].equals("-confiant");
			if (n < 2 || n > 2 && !confiant) {
				throw new ConfigurationException("Arguments incorrects");
			}
			Arbitre arbitre = new Arbitre(creer(args[n - 2]), creer(args[n - 1]));
			arbitre.setEstConfiant(confiant);
			arbitre.arbitrer(new JeuConcret(13));
		} catch (ConfigurationException e) {
			System.out.println();
			System.out.println("Erreur : " + e.getMessage());
			System.exit(1);
		}
	}

	/** La stratégie « rapide » est la classe allumettes.Rapide, etc. */
	private static Joueur creer(String texte) {
		try {
			String[] champs = texte.split("@");
			String classe = champs[1].substring(0, 1).toUpperCase() + champs[1].substring(1);
			Object strategie = Class.forName("allumettes." + classe).getDeclaredConstructor().newInstance();
			return new Joueur(champs[0], (Strategie) strategie);
		} catch (ReflectiveOperationException | ClassCastException e) {
			throw new ConfigurationException("Stratégie inconnue : " + texte);
		} catch (IndexOutOfBoundsException e) {
			throw new ConfigurationException("Joueur incorrect : " + texte);
		}
	}
}
