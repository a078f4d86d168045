package allumettes;

/** Ce qu'un joueur a le droit de voir. */
public interface Consultable {
    int getNombreAllumettes();
}
