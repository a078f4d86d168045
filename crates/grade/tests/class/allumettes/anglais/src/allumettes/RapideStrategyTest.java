package allumettes;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RapideStrategyTest {

    private final Strategy rapide = new RapideStrategy();

    private int taken(int left) throws CoupInvalideException {
        return rapide.choose(null, new Game(left));
    }

    @Test
    public void takesThreeWhenItCan() throws Exception {
        assertEquals(3, taken(13));
        assertEquals(3, taken(3));
    }

    @Test
    public void takesWhatIsLeft() throws Exception {
        assertEquals(2, taken(2));
        assertEquals(1, taken(1));
    }
}
