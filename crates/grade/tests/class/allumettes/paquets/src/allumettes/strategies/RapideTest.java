package allumettes.strategies;

import static org.junit.Assert.assertEquals;

import allumettes.modele.JeuReel;
import org.junit.Test;

public class RapideTest {
    @Test
    public void testGetPrise() {
        Rapide rapide = new Rapide();
        assertEquals(3, rapide.getPrise(new JeuReel(13), ""));
        assertEquals(3, rapide.getPrise(new JeuReel(3), ""));
        assertEquals(2, rapide.getPrise(new JeuReel(2), ""));
        assertEquals(1, rapide.getPrise(new JeuReel(1), ""));
    }
}
