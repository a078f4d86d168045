package allumettes;

@FunctionalInterface
public interface Choix {
  int choisir(Joueur moi, Jeu jeu) throws CoupInvalideException;
}
