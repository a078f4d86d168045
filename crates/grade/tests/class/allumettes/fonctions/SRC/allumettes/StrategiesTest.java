package allumettes;

import org.junit.Assert;
import org.junit.Test;

public class StrategiesTest {
  @Test public void rapide() {
    int[] attendus = {1, 2, 3, 3, 3};
    for (int n = 1; n <= attendus.length; n++)
      Assert.assertEquals(attendus[n - 1], Strategies.rapide(null, new Tas(n)));
  }
}
