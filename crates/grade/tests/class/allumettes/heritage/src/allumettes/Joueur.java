package allumettes;

import java.util.Scanner;

public abstract class Joueur {
    protected static Scanner scanner;
    private String nom;

    public Joueur(String nom) {
        this.nom = nom;
    }

    public String getNom() {
        return nom;
    }

    public abstract int getPrise(Jeu jeu) throws CoupInvalideException;

    protected static Scanner clavier() {
        if (scanner == null) {
            scanner = new Scanner(System.in);
        }
        return scanner;
    }
}
