package allumettes;

import static org.junit.Assert.assertEquals;

import org.junit.Before;
import org.junit.Test;

public class RapideTest {
    private Rapide rapide;

    @Before
    public void preparer() {
        this.rapide = new Rapide("Ordinateur");
    }

    @Test
    public void prendTroisTantQuIlPeut() {
        assertEquals(3, this.rapide.getPrise(new Jeu(13)));
        assertEquals(3, this.rapide.getPrise(new Jeu(3)));
    }

    @Test
    public void prendCeQuiReste() {
        assertEquals(2, this.rapide.getPrise(new Jeu(2)));
        assertEquals(1, this.rapide.getPrise(new Jeu(1)));
    }
}
