package allumettes;

import java.util.function.UnaryOperator;

/** Comment l'arbitre montre le jeu aux joueurs. */
public enum Mefiance implements UnaryOperator<Jeu> {
    CONFIANT {
        @Override
        public Jeu apply(Jeu jeu) {
            return jeu;
        }
    },
    MEFIANT {
        @Override
        public Jeu apply(Jeu jeu) {
            return new Procuration(jeu);
        }
    };

    private static final class Procuration implements Jeu {
        private final Jeu reel;

        private Procuration(Jeu reel) {
            this.reel = reel;
        }

        @Override
        public int getNombreAllumettes() {
            return this.reel.getNombreAllumettes();
        }

        @Override
        public void retirer(int nbPrises) {
            throw Procuration.interdit("retirer");
        }

        private static OperationInterditeException interdit(String operation) {
            return new OperationInterditeException(operation + " est interdit aux joueurs");
        }
    }
}
