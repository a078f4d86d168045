package allumettes;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RapideTest {
    @Test
    public void prendLeMaximum() {
        assertEquals(3, new Rapide().getPrise("Ordinateur", new JeuReel(13)));
        assertEquals(3, new Rapide().getPrise("Ordinateur", new JeuReel(3)));
        assertEquals(2, new Rapide().getPrise("Ordinateur", new JeuReel(2)));
        assertEquals(1, new Rapide().getPrise("Ordinateur", new JeuReel(1)));
    }
}
