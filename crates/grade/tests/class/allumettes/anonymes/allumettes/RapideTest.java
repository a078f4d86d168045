package allumettes;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RapideTest {
    private final Joueur rapide = Jouer.rapide("Ordinateur");

    private static Jeu avec(final int nombre) {
        return new Jeu() {
            @Override
            public int getNombreAllumettes() {
                return nombre;
            }

            @Override
            public void retirer(int nbPrises) {
            }
        };
    }

    @Test
    public void prises() {
        assertEquals(3, rapide.getPrise(avec(13)));
        assertEquals(3, rapide.getPrise(avec(3)));
        assertEquals(2, rapide.getPrise(avec(2)));
        assertEquals(1, rapide.getPrise(avec(1)));
    }
}
