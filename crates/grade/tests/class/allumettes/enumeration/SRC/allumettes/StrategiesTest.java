package allumettes;

import org.junit.jupiter.api.Test;

class StrategiesTest {
    @Test
    void rapide() {}
}
