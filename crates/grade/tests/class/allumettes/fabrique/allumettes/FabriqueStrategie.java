package allumettes;

import java.util.HashMap;
import java.util.Map;
import java.util.Scanner;
import java.util.function.Supplier;

/** Fabrique abstraite : on enregistre, on demande. */
public final class FabriqueStrategie {
	private static FabriqueStrategie instance;
	private final Map<String, Supplier<? extends Strategie>> fabriques = new HashMap<>();

	private FabriqueStrategie() {
	}

	public static synchronized FabriqueStrategie getInstance() {
		if (instance == null) {
			instance = new FabriqueStrategie();
		}
		return instance;
	}

	public FabriqueStrategie enregistrer(String nom, Supplier<? extends Strategie> fabrique) {
		this.fabriques.put(nom, fabrique);
		return this;
	}

	public Strategie creer(String nom) {
		Supplier<? extends Strategie> fabrique = this.fabriques.get(nom);
		if (fabrique == null) {
			throw new ConfigurationException("Stratégie inconnue : " + nom
					+ ", choisir parmi " + String.join(", ", this.fabriques.keySet()));
		}
		return fabrique.get();
	}

	static Scanner clavier() {
		return new Scanner(System.in);
	}
}
