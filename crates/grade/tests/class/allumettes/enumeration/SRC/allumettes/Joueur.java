package allumettes;

class Joueur {
    final String nom;
    Strategies strategie;

    Joueur(String texte) {
        String[] morceaux = texte.split("@", -1);
        if (morceaux.length != 2) {
            throw new IllegalArgumentException(texte);
        }
        nom = morceaux[0];
        strategie = Strategies.de(morceaux[1]);
    }

    int getPrise(Jeu jeu) {
        return strategie.choix.apply(nom, jeu);
    }
}
