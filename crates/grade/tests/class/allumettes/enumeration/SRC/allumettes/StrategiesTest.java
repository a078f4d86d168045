package allumettes;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class StrategiesTest {
    @Test
    public void nomDuJoueur() {
        assertEquals("Xavier", new Joueur("Xavier@rapide").nom);
    }
}
