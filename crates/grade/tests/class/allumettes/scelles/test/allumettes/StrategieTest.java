package allumettes;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class StrategieTest {
    private static void verifier(int attendu, int allumettes) {
        assertEquals(attendu, new Strategie.Rapide().prise("Ordinateur", new Plateau(allumettes)));
    }

    @Test
    public void rapide() {
        verifier(1, 1);
        verifier(2, 2);
        for (int n = 3; n <= 13; n++) {
            verifier(3, n);
        }
    }
}
