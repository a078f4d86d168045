package allumettes;

import java.util.Scanner;

/** Le clavier, partagé par tous les humains (singleton). */
public enum Clavier {
    INSTANCE;

    private final Scanner scanner = new Scanner(System.in);

    public String demander(String question) {
        System.out.print(question);
        return this.scanner.nextLine();
    }
}
