package allumettes;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class StrategieTest {
    private int prise(int reste) throws CoupInvalideException {
        return Strategie.RAPIDE.getPrise(null, new JeuDeBase(reste));
    }

    @Test
    public void rapidePrendTrois() throws CoupInvalideException {
        assertEquals(3, prise(13));
        assertEquals(3, prise(3));
    }

    @Test
    public void rapidePrendLeReste() throws CoupInvalideException {
        assertEquals(2, prise(2));
        assertEquals(1, prise(1));
    }
}
