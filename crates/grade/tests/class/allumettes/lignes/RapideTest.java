package allumettes; import org.junit.*;
public class RapideTest { @Test public void rapide() { for (int n = 1; n < 14; n++) Assert.assertEquals(n < 3 ? n : 3, new Rapide().prise("", new Jeu(n))); } }
