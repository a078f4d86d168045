package allumettes;
public class Arbitre {
    private final Joueur[] j; private final boolean confiant;
    public Arbitre(final Joueur j1, final Joueur j2, final boolean... confiant) { j = new Joueur[] {j1, j2}; this.confiant = confiant.length > 0 && confiant[0]; }
    public void arbitrer(final Jeu jeu) {
        int t = 0;
        while (jeu.getNombreAllumettes() > 0) {
            System.out.println("Allumettes restantes : " + jeu.getNombreAllumettes());
            try { final int k = j[t].getPrise(confiant ? jeu : new Proxy(jeu)); System.out.println(j[t].nom + " prend " + k + " allumette" + (k > 1 ? "s." : ".")); jeu.retirer(k); t ^= 1; }
            catch (CoupInvalideException e) { System.out.println("Impossible ! " + e.getMessage()); }
            catch (OperationInterditeException e) { System.out.println("Abandon de la partie car " + j[t].nom + " triche !"); return; }
            System.out.println(); }
        System.out.println(j[t ^ 1].nom + " perd !"); System.out.println(j[t].nom + " gagne !"); }
}
