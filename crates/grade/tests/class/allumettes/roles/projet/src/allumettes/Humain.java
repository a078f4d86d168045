package allumettes;

import java.util.Optional;

public class Humain implements Strategie {
    @Override
    public int jouer(Jeu jeu, String nomDuJoueur) throws CoupInvalideException {
        Optional<Integer> prise = Optional.empty();
        while (prise.isEmpty()) {
            String reponse = Clavier.INSTANCE.demander(nomDuJoueur + ", combien d'allumettes ? ");
            if (reponse.trim().equals("triche")) {
                this.tricher(jeu);
            } else {
                prise = this.entier(reponse);
                prise.ifPresentOrElse(n -> { }, () -> System.out.println("Vous devez donner un entier."));
            }
        }
        return prise.get();
    }

    private Optional<Integer> entier(String texte) {
        try {
            return Optional.of(Integer.decode(texte.trim()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }

    private void tricher(Jeu jeu) throws CoupInvalideException {
        jeu.retirer(1);
        System.out.println("[Une allumette en moins, plus que " + jeu.getNombreAllumettes() + ". Chut !]");
    }
}
