package allumettes;

/** Ce que l'utilisateur peut répondre. */
sealed interface Reponse {
    record Nombre(int valeur) implements Reponse { }

    record Triche() implements Reponse { }

    record Autre(String texte) implements Reponse { }

    static Reponse lire(String ligne) {
        if ("triche".equals(ligne)) {
            return new Triche();
        }
        try {
            return new Nombre(Integer.parseInt(ligne));
        } catch (NumberFormatException e) {
            return new Autre(ligne);
        }
    }

    default void effet(Jeu jeu) {
        if (this instanceof Autre) {
            System.out.println("Vous devez donner un entier.");
        } else if (this instanceof Triche) {
            try {
                jeu.retirer(1);
                System.out.println("[Une allumette en moins, plus que " + jeu.getNombreAllumettes() + ". Chut !]");
            } catch (CoupInvalideException e) {
                System.out.println("[Impossible de tricher]");
            }
        }
    }
}
