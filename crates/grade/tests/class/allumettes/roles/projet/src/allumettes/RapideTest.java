package allumettes;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class RapideTest {
    @Test
    public void prendTroisAllumettesQuandIlYEnAAuMoinsTrois() {
        for (int n = 3; n < 20; n++) {
            final int nombre = n;
            assertEquals(3, new Rapide().prise(() -> nombre));
        }
    }

    @Test
    public void prendToutQuandIlYEnAMoinsDeTrois() {
        assertEquals(1, new Rapide().prise(() -> 1));
        assertEquals(2, new Rapide().prise(() -> 2));
    }
}
