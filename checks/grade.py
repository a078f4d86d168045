"""Grades Java programs for the 13 matches: right programs in several styles, and variants with one mistake.

A right program must have no wrong check. A variant must fail the check of its mistake and no other, with a
counter-example no larger than the one written beside it. Right programs in every language must also pass on a
busy machine. `--full` adds every mixture of two right variants.
"""
# needs: default-jdk-headless gfortran junit4

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from harness import FULL, build, scratch, until

HOME = scratch()
CLASS = pathlib.Path("crates/grade/tests/class/allumettes")
GIVEN = CLASS / "donnes"
# Whole programs in the styles of different students, with the checks of each that are not `right`.
STYLES = {
    # A `Scanner` a question reads the answers of the other player too, when they come in one stream.
    "ancien": {"presentation": "layout", "triche": "silent", "humain": "wrong"},
    "anglais": {},
    "anonymes": {},
    "classes": {},
    "corps": {"scanner": "wrong"},
    "cours": {},
    "enumeration": {"tests-rapide": "unjudged", "humain": "wrong"},
    "fabrique": {},
    "fonctions": {},
    "heritage": {},
    "lignes": {},
    "paquets": {"paquetage": "wrong"},
    "reflexion": {},
    "roles": {},
    "scelles": {},
}
PASSES = {"right", "layout", "helped"}
# Checks of questions that the subject leaves open: reported, without points.
SILENT = {"entier-long", "triche-derniere", "deux-tricheurs", "sans-nom", "deux-arobases"}

FAST = {"args": ["Xavier@rapide", "Ordinateur@rapide"]}
FAST_FIRST = {"args": ["Xavier@rapide", "Ordinateur@naif"]}
NAIVE = {"args": ["Xavier@naif", "Ordinateur@naif"]}
CHEAT = {"args": ["Xavier@tricheur", "Ordinateur@rapide"]}
TRUSTED = {"args": ["-confiant", "Xavier@tricheur", "Ordinateur@rapide"]}


def person(typed, *, trusting=False, against="rapide"):
    players = ["Xavier@humain", "Ordinateur@" + against]
    return {"args": ["-confiant"] * trusting + players, "typed": typed.replace(" ", "\n") + "\n"}


SOURCE = None  # The mistake shows in the source, without a game.

# The subject's first note forbids this: counting the matches after the move to detect a cheat.
COMPARED = """int avant = jeu.getNombreAllumettes();
                prise = joueur.getPrise(jeu);
                if (mefiant && jeu.getNombreAllumettes() != avant) {
                    throw new OperationInterditeException("triche");
                }"""
SPY = (CLASS / "anonymes/allumettes/Arbitre.java").read_text().partition("    private class Espion")[1:]
NAMELESS_SCANNER = """String reponse;
            try (Scanner clavier = new Scanner(System.in)) {
                reponse = clavier.nextLine().trim();
            }"""

# Check, expected verdict, style, file, text and its replacement, and an input that shows the mistake.
WRONG = [
    # The number of matches.
    ("compte", "wrong", "classes", "JeuReel", "this.nombre -= nbPrises;", "this.nombre -= nbPrises == 1 ? 2 : nbPrises;", person("1")),
    ("compte", "wrong", "enumeration", "Jouer", "reste = reste - nbPrises;", "reste = reste - Math.min(nbPrises, 2);", FAST),
    ("compte", "wrong", "classes", "Jouer", "NOMBRE = 13", "NOMBRE = 12", FAST),
    ("compte", "wrong", "classes", "Arbitre", '"Allumettes restantes : " + jeu.getNombreAllumettes()', '"Allumettes restantes : " + (jeu.getNombreAllumettes() - 1)', FAST),
    # The order of turns.
    ("tours", "wrong", "classes", "Arbitre", "Joueur courant = this.j1;\n        Joueur autre = this.j2;", "Joueur courant = this.j2;\n        Joueur autre = this.j1;", FAST),
    ("tours", "wrong", "enumeration", "Arbitre", "joueurs[tour % 2];\n            System", "joueurs[tour == 1 ? 0 : tour % 2];\n            System", FAST),
    # Legal moves.
    ("refus", "wrong", "classes", "JeuReel", "Math.min(PRISE_MAX, this.nombre)", "PRISE_MAX", person("3 3 2 2", against="rapide")),
    ("refus", "wrong", "classes", "JeuReel", "nbPrises < 1", "nbPrises < 0", person("0")),
    ("refus", "wrong", "classes", "JeuReel", '"> " + maximum', '"> " + PRISE_MAX', person("3 3 2 2")),
    ("refus", "wrong", "classes", "JeuReel", '"< 1"', '"< 0"', person("0")),
    ("refus", "wrong", "classes", "JeuReel", "int maximum = Math.min(PRISE_MAX, this.nombre);", "int maximum = Math.min(PRISE_MAX + 1, this.nombre);", person("4")),
    ("refus", "wrong", "classes", "Arbitre", "return false;", "return true;", person("0")),
    ("refus", "wrong", "enumeration", "Arbitre", 'System.out.println("Impossible ! " + e.getMessage());', 'System.out.println("Impossible ! " + e.getMessage());\n                tour++;', person("0")),
    ("refus", "wrong", "heritage", "Jeu", "n <= 0", "n < 0", person("0")),
    # Unit tests and the files that the subject provides.
    ("tests", "wrong", "classes", "RapideTest", "assertEquals(2, ", "assertEquals(3, ", SOURCE),
    ("tests", "wrong", "classes", "RapideTest", "import org.junit.Test;\n", "import org.junit.Test;\nimport absent.Chose;\n", SOURCE),
    ("tests", "wrong", "classes", "RapideTest", "    @Test\n", "    @Test\n    public void sansFin() { while (true) { } }\n    @Test\n", SOURCE),
    ("tests-rapide", "wrong", "classes", "RapideTest", "        assertEquals(3, new Rapide().getPrise(\"Ordinateur\", new JeuReel(3)));\n", "", SOURCE),
    ("tests-rapide", "wrong", "classes", "RapideTest", "        assertEquals(2, new Rapide().getPrise(\"Ordinateur\", new JeuReel(2)));\n", "", SOURCE),
    ("tests-rapide", "wrong", "classes", "RapideTest", "        assertEquals(1, new Rapide().getPrise(\"Ordinateur\", new JeuReel(1)));\n", "", SOURCE),
    ("tests-rapide", "wrong", "classes", "RapideTest", "    @Test\n", "    private Arbitre arbitre;\n\n    @Test\n", SOURCE),
    ("signatures", "wrong", "classes", "Joueur", "public int getPrise", "public Integer getPrise", SOURCE),
    ("signatures", "wrong", "enumeration", "Joueur", "int getPrise", "Integer getPrise", SOURCE),
    # The text of messages.
    ("pluriel", "wrong", "classes", "Arbitre", 'prise > 1 ? "s" : ""', 'prise >= 1 ? "s" : ""', person("1")),
    ("pluriel", "wrong", "classes", "Arbitre", 'prise > 1 ? "s" : ""', 'prise != 1 ? "s" : ""', person("0")),
    ("pluriel", "wrong", "heritage", "Arbitre", 'prise <= 1 ? "" : "s"', 'prise <= 2 ? "" : "s"', person("2")),
    ("pluriel", "wrong", "enumeration", "Arbitre", 'n >= 2 ? " allumettes." : " allumette."', '" allumette(s)."', FAST),
    ("presentation", "layout", "classes", "Arbitre", "                System.out.println();\n", "", FAST),
    ("presentation", "layout", "classes", "Arbitre", '"Allumettes restantes : "', '"Allumettes restantes: "', FAST),
    ("presentation", "layout", "classes", "Humain", "combien d'allumettes ? ", "combien d'allumettes ?", person("1")),
    ("presentation", "wrong", "classes", "CoupInvalideException", "Nombre invalide", "Coup invalide", person("0")),
    ("presentation", "wrong", "classes", "Jouer", "arbitre.setConfiant(confiant);", 'arbitre.setConfiant(confiant);\n            System.out.println("Bienvenue");', FAST),
    ("entier", "wrong", "classes", "Humain", 'System.out.println("Vous devez donner un entier.");', 'System.out.println("Erreur de saisie");', person("X")),
    ("entier", "crashed", "classes", "Humain", "NumberFormatException e", "IllegalStateException e", person("X")),
    ("entier", "wrong", "heritage", "JoueurHumain", 'System.out.println("Vous devez donner un entier.");', "lu = true;", person("X")),
    # The end of the game.
    ("fin", "wrong", "classes", "Arbitre", 'System.out.println(autre.getNom() + " perd !");\n            System.out.println(courant.getNom()', 'System.out.println(courant.getNom() + " perd !");\n            System.out.println(autre.getNom()', FAST),
    ("fin", "wrong", "classes", "Arbitre", '            System.out.println(courant.getNom() + " gagne !");\n', "", FAST),
    ("fin", "wrong", "heritage", "Arbitre", "jeu.getNombreAllumettes() != 0", "jeu.getNombreAllumettes() > 1", FAST),
    # Strategies.
    ("rapide", "wrong", "classes", "Rapide", "Math.min(Jeu.PRISE_MAX, jeu.getNombreAllumettes())", "Jeu.PRISE_MAX - 1", FAST),
    ("rapide", "wrong", "enumeration", "Strategies", ">= Jeu.PRISE_MAX\n            ?", "> Jeu.PRISE_MAX + 1\n            ?", person("3 3")),
    ("naif", "wrong", "classes", "Naif", "nextInt(Jeu.PRISE_MAX) + 1", "nextInt(Jeu.PRISE_MAX)", NAIVE),
    ("naif", "wrong", "classes", "Naif", "nextInt(Jeu.PRISE_MAX) + 1", "nextInt(Jeu.PRISE_MAX - 1) + 1", NAIVE),
    ("naif", "wrong", "classes", "Naif", "nextInt(Jeu.PRISE_MAX) + 1", "nextInt(4) + 1", NAIVE),
    ("naif", "wrong", "classes", "Naif", "nextInt(Jeu.PRISE_MAX) + 1", "nextInt(10) < 6 ? 1 : 2 + this.hasard.nextInt(2)", NAIVE),
    ("naif", "crashed", "classes", "Naif", "this.hasard.nextInt(Jeu.PRISE_MAX) + 1", "this.hasard.nextInt(0)", NAIVE),
    ("expert", "wrong", "classes", "Expert", "(jeu.getNombreAllumettes() - 1)", "jeu.getNombreAllumettes()", {"args": ["Xavier@rapide", "Ordinateur@expert"]}),
    ("expert", "wrong", "classes", "Expert", "reste == 0 ? 1 : reste", "jeu.getNombreAllumettes() == 7 ? 1 : reste == 0 ? 1 : reste", person("1 2", against="expert")),
    ("expert", "wrong", "heritage", "JoueurExpert", "case 3:\n                return 2;", "case 3:\n                return 1;", person("2", against="expert")),
    # Cheating.
    ("tricheur", "wrong", "classes", "Tricheur", "VOULU = 2", "VOULU = 1", TRUSTED),
    ("tricheur", "wrong", "classes", "Tricheur", '        System.out.println("[Allumettes restantes : " + jeu.getNombreAllumettes() + "]");\n', "", TRUSTED),
    ("tricheur", "wrong", "classes", "Tricheur", "return 1;", "return 2;", TRUSTED),
    ("triche", "wrong", "classes", "Humain", "jeu.retirer(1);", "jeu.retirer(2);", person("triche", trusting=True)),
    ("triche", "wrong", "classes", "Humain", '+ jeu.getNombreAllumettes() + ". Chut !]"', '+ (jeu.getNombreAllumettes() - 1) + ". Chut !]"', person("triche", trusting=True)),
    ("abandon", "wrong", "classes", "Arbitre", "this.confiant ? jeu : new JeuProcuration(jeu)", "jeu", CHEAT),
    ("abandon", "wrong", "classes", "Arbitre", '"Abandon de la partie car " + courant.getNom()', '"Abandon de la partie car " + autre.getNom()', CHEAT),
    ("abandon", "wrong", "classes", "Arbitre", 'courant.getNom() + " triche !");', 'courant.getNom() + " triche !");\n            System.out.println(autre.getNom() + " gagne !");', CHEAT),
    # The command line.
    ("arguments", "wrong", "classes", "Jouer", "            System.exit(1);\n", "", {"args": []}),
    ("sans-strategie", "crashed", "classes", "Jouer", "parties.length != 2 || parties[0].isEmpty()", "parties.length > 2", {"args": ["Xavier@rapide", "Ordinateur"]}),
    ("strategie-inconnue", "wrong", "classes", "Jouer", 'throw new ConfigurationException("stratégie inconnue : " + nom);', "return new Naif();", {"args": ["Xavier@rapide", "Ordinateur@inconnu"]}),
    # Rules about the source.
    ("compilation", "crashed", "classes", "Rapide", "return Math", "return math", SOURCE),
    ("accents", "wrong", "classes", "JeuReel", "maximum", "maximumé", SOURCE),
    ("diagramme", "wrong", "classes", "CoupInvalideException", "extends Exception", "extends RuntimeException", SOURCE),
    ("random", "wrong", "classes", "Naif", "this.hasard.nextInt(Jeu.PRISE_MAX) + 1", "(int) (Math.random() * 3) + 1", SOURCE),
    ("repetitions", "wrong", "classes", "Rapide", "return Math", "for (int i = 0; i < 1; i++) {\n            for (int j = 0; j < 1; j++) {\n            }\n        }\n        return Math", SOURCE),
    ("exit", "wrong", "classes", "Rapide", "return Math", "if (jeu == null) {\n            System.exit(1);\n        }\n        return Math", SOURCE),
    ("procuration", "wrong", "anonymes", "Arbitre", "prise = joueur.getPrise(mefiant ? new Espion(jeu) : jeu);", COMPARED, SOURCE),
    # Mistakes in other styles.
    ("expert", "wrong", "scelles", "Strategie", "case 3 -> 2;", "case 3 -> 1;", person("2", against="expert")),
    ("arguments", "wrong", "scelles", "Jouer", 'if (!"-confiant".equals(args[0])) {', "if (args[0].isEmpty()) {", None),
    ("confiant-deplace", "wrong", "scelles", "Jouer", 'if (!"-confiant".equals(args[0])) {', 'if ("-confiant".equals(args[1])) {\n                        args = new String[] {args[1], args[0], args[2]};\n                    }\n                    if (!"-confiant".equals(args[0])) {', {"args": ["Xavier@rapide", "-confiant", "Ordinateur@rapide"]}),
    ("tests-rapide", "wrong", "scelles", "StrategieTest", "        verifier(2, 2);\n", "", SOURCE),
    ("refus", "wrong", "fabrique", "Arbitre", "jeu.retirer(nb);\n\t\t\tfile.add(file.poll());", "file.add(file.poll());\n\t\t\tjeu.retirer(nb);", person("0")),
    ("tricheur", "wrong", "fonctions", "Strategies", "n > 2; n--", "n > 1; n--", TRUSTED),
    ("naif", "wrong", "cours", "StrategieNaif", "% Jeu.PRISE_MAX", "% (Jeu.PRISE_MAX - 1)", NAIVE),
    ("pluriel", "wrong", "anglais", "Arbitre", 'count > 1 ? "s" : ""', 'count == 1 ? "" : "s"', person("0")),
    ("triche", "wrong", "corps", "Strategie", 'plus que " + jeu.getNombreAllumettes()', 'plus que " + (jeu.getNombreAllumettes() + 1)', person("triche", trusting=True)),
    ("abandon", "wrong", "reflexion", "Gardien", 'equals("retirer")', 'equals("retire")', CHEAT),
    ("fin", "wrong", "roles", "Arbitre", 'System.out.println(partie.actif().getNom() + " perd !");\n            System.out.println(partie.passif().getNom()', 'System.out.println(partie.passif().getNom() + " perd !");\n            System.out.println(partie.actif().getNom()', FAST),
    ("tours", "wrong", "lignes", "Arbitre", "int t = 0;", "int t = 1;", FAST),
    ("expert", "wrong", "ancien", "StrategieExpert", "% (Jeu.PRISE_MAX + 1)", "% Jeu.PRISE_MAX", {"args": ["Xavier@rapide", "Ordinateur@expert"]}),
    ("refus", "wrong", "ancien", "JeuReel", "nbPrises < 1", "nbPrises < 0", person("0")),
    ("abandon", "wrong", "ancien", "Arbitre", "this.confiant ? jeu : new JeuProxy(jeu)", "jeu", CHEAT),
    ("humain", "crashed", "classes", "Humain", "String reponse = CLAVIER.nextLine().trim();", NAMELESS_SCANNER, person("1")),
    # A second scanner misses what the first has read ahead, when the answers come from a file.
    ("humain", "wrong", "classes", "Humain", "CLAVIER.nextLine()", "new Scanner(System.in).nextLine()", SOURCE),
    ("humain", "wrong", "classes", "Humain", "private static final Scanner CLAVIER", "private final Scanner CLAVIER", SOURCE),
    # Constraints on the source.
    ("nombre-initial", "wrong", "classes", "JeuReel", "    public JeuReel(int nombre) {\n        this.nombre = nombre;", "    public JeuReel() {\n        this.nombre = 13;", SOURCE),
    ("nouvelle-strategie", "wrong", "classes", "Joueur", "return this.strategie.getPrise", "if (this.strategie instanceof Tricheur) {\n            System.out.flush();\n        }\n        return this.strategie.getPrise", SOURCE),
    ("constante", "wrong", "classes", "JeuReel", "Math.min(PRISE_MAX, this.nombre)", "Math.min(3, this.nombre)", SOURCE),
    # Endless loops.
    ("naif", "hung", "classes", "Naif", "return this", "while (this.hasard != null) {\n        }\n        return this", FAST_FIRST),
]

SWITCH = """        switch (nom) {
            case "humain":
                return new Humain();
            case "naif":
                return new Naif();
            case "rapide":
                return new Rapide();
            case "expert":
                return new Expert();
            case "tricheur":
                return new Tricheur();
            default:
                throw new ConfigurationException("stratégie inconnue : " + nom);
        }
"""
ARROWS = """        return switch (nom) {
            case "humain" -> new Humain();
            case "naif" -> new Naif();
            case "rapide" -> new Rapide();
            case "expert" -> new Expert();
            case "tricheur" -> new Tricheur();
            default -> throw new ConfigurationException("stratégie inconnue : " + nom);
        };
"""
SUPPLIERS = """        java.util.Map<String, java.util.function.Supplier<Strategie>> connues = java.util.Map.of(
                "humain", Humain::new, "naif", Naif::new, "rapide", Rapide::new,
                "expert", Expert::new, "tricheur", Tricheur::new);
        if (!connues.containsKey(nom)) {
            throw new ConfigurationException("stratégie inconnue : " + nom);
        }
        return connues.get(nom).get();
"""
LAMBDAS = """        if (nom.equals("rapide")) {
            return (qui, jeu) -> Math.min(Jeu.PRISE_MAX, jeu.getNombreAllumettes());
        } else if (nom.equals("naif")) {
            java.util.Random hasard = new java.util.Random();
            return (qui, jeu) -> 1 + hasard.nextInt(Jeu.PRISE_MAX);
        } else if (nom.equals("expert")) {
            return new Expert();
        } else if (nom.equals("tricheur")) {
            return new Tricheur();
        } else if (nom.equals("humain")) {
            return new Humain();
        }
        throw new ConfigurationException("stratégie inconnue : " + nom);
"""
ENUMERATION = """        try {
            return Niveau.valueOf(nom.toUpperCase()).strategie;
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("stratégie inconnue : " + nom);
        }
    }

    private enum Niveau {
        HUMAIN(new Humain()), NAIF(new Naif()), RAPIDE(new Rapide()),
        EXPERT(new Expert()), TRICHEUR(new Tricheur());

        private final Strategie strategie;

        Niveau(Strategie strategie) {
            this.strategie = strategie;
        }
"""
ANSWERS = """            String reponse = CLAVIER.nextLine().trim();
            if (reponse.equals("triche")) {
                tricher(jeu);
            } else {
                try {
                    return Integer.parseInt(reponse);
                } catch (NumberFormatException e) {
                    System.out.println("Vous devez donner un entier.");
                }
            }
"""
TOKENS = """            if (CLAVIER.hasNextInt()) {
                return CLAVIER.nextInt();
            }
            String reponse = CLAVIER.next();
            if (reponse.equalsIgnoreCase("triche")) {
                tricher(jeu);
            } else {
                System.out.println("Vous devez donner un entier.");
            }
"""
MISMATCH = """            try {
                return CLAVIER.nextInt();
            } catch (java.util.InputMismatchException e) {
                if (CLAVIER.nextLine().trim().equals("triche")) {
                    tricher(jeu);
                } else {
                    System.out.println("Vous devez donner un entier.");
                }
            }
"""
TAKEN = """        System.out.println(joueur.getNom() + " prend " + prise + " allumette"
                + (prise > 1 ? "s" : "") + ".");
"""
FORMATTED = """        System.out.printf("%s prend %d %s.%n", joueur.getNom(), prise,
                prise > 1 ? "allumettes" : "allumette");
"""
BUILT = """        StringBuilder ligne = new StringBuilder(joueur.getNom());
        ligne.append(" prend ").append(prise).append(" allumette");
        if (prise >= 2) {
            ligne.append('s');
        }
        System.out.println(ligne.append('.'));
"""
LOOP = """            while (jeu.getNombreAllumettes() > 0) {
                if (jouer(courant, jeu)) {
                    Joueur suivant = autre;
                    autre = courant;
                    courant = suivant;
                }
                System.out.println();
            }
"""
DO_LOOP = """            boolean fini = false;
            do {
                boolean joue = jouer(courant, jeu);
                System.out.print("\\n");
                if (joue) {
                    Joueur suivant = autre;
                    autre = courant;
                    courant = suivant;
                }
                fini = jeu.getNombreAllumettes() == 0;
            } while (!fini);
"""
STOLEN = """        while (jeu.getNombreAllumettes() > VOULU) {
            tricher(jeu);
        }
"""
OPTIMAL = """        int reste = (jeu.getNombreAllumettes() - 1) % (Jeu.PRISE_MAX + 1);
        return reste == 0 ? 1 : reste;
"""
TABLE = """        int[] coups = {1, 1, 1, 2, 3, 1, 1, 2, 3, 1, 1, 2, 3, 1};
        return coups[jeu.getNombreAllumettes()];
"""
RANDOM_WHEN_LOST = """        int reste = jeu.getNombreAllumettes() % 4;
        switch (reste) {
            case 0:
                return 3;
            case 3:
                return 2;
            case 2:
                return 1;
            default:
                return 1 + new java.util.Random().nextInt(Math.min(3, jeu.getNombreAllumettes()));
        }
"""

LAMBDA_PROXY = """(proxy, methode, arguments) -> {
			if (methode.getName().equals("retirer")) {
				throw new OperationInterditeException("retirer");
			}
			return new Gardien(jeu).invoke(proxy, methode, arguments);
		}"""

# Right programs in other styles: name, style, and the replacements in its files.
RIGHT = [
    ("arrows", "classes", [("Jouer", SWITCH, ARROWS)]),
    ("suppliers", "classes", [("Jouer", SWITCH, SUPPLIERS)]),
    ("lambdas", "classes", [("Jouer", SWITCH, LAMBDAS)]),
    ("nested enumeration", "classes", [("Jouer", SWITCH, ENUMERATION)]),
    ("tokens", "classes", [("Humain", ANSWERS, TOKENS)]),
    ("mismatch", "classes", [("Humain", ANSWERS, MISMATCH)]),
    ("printf", "classes", [("Arbitre", TAKEN, FORMATTED)]),
    ("string builder", "classes", [("Arbitre", TAKEN, BUILT)]),
    ("do while", "classes", [("Arbitre", LOOP, DO_LOOP)]),
    ("one by one", "classes", [("Tricheur", "Math.min(Jeu.PRISE_MAX, jeu.getNombreAllumettes() - VOULU)", "1")]),
    ("small first", "classes", [("JeuReel", "if (nbPrises < 1) {", "if (nbPrises <= 0) {")]),
    ("table", "classes", [("Expert", OPTIMAL, TABLE)]),
    ("by chance when lost", "classes", [("Expert", OPTIMAL, RANDOM_WHEN_LOST)]),
    ("no more than is left", "classes", [("Naif", "nextInt(Jeu.PRISE_MAX)", "nextInt(Math.min(Jeu.PRISE_MAX, jeu.getNombreAllumettes()))")]),
    ("chance made each time", "classes", [("Naif", "this.hasard.nextInt(Jeu.PRISE_MAX) + 1", "1 + new Random().nextInt(3)"), ("Naif", "    private final Random hasard = new Random();\n\n", "")]),
    ("errors on the error stream", "classes", [("Jouer", "System.out.println", "System.err.println")]),
    ("another code", "classes", [("Jouer", "System.exit(1)", "System.exit(2)")]),
    ("a proxy that has help", "classes", [("JeuProcuration", 'throw new OperationInterditeException("retirer");', "interdire();\n    }\n\n    private void interdire() {\n        throw new OperationInterditeException(\"retirer\");")]),
    ("a proxy in a lambda", "reflexion", [("Gardien", "new Gardien(jeu)", LAMBDA_PROXY), ("Gardien", "if (methode.getName().equals(\"retirer\")) {\n\t\t\tthrow new OperationInterditeException(methode.getName());\n\t\t}\n", "")]),
    ("tests that speak of the referee", "classes", [("RapideTest", "    @Test\n", "    /** Ni Arbitre ni Jouer. */\n    @Test\n")]),
    ("flat", "classes", "flat"),
    ("maven", "classes", "src/main/java/allumettes"),
    ("deep", "enumeration", "Rendu final/projet/SRC/allumettes"),
    ("two copies", "classes", "copies"),
    ("Latin-1", "classes", "latin"),
    ("Windows", "classes", "windows"),
    ("class files beside", "classes", "binaries"),
]

# With `--full`, each entry of BRANCHES is combined with each of OTHERS.
BRANCHES = [("arrows", ARROWS), ("suppliers", SUPPLIERS), ("lambdas", LAMBDAS), ("enumeration", ENUMERATION)]
OTHERS = [
    ("tokens", ("Humain", ANSWERS, TOKENS)),
    ("mismatch", ("Humain", ANSWERS, MISMATCH)),
    ("printf", ("Arbitre", TAKEN, FORMATTED)),
    ("string builder", ("Arbitre", TAKEN, BUILT)),
    ("do while", ("Arbitre", LOOP, DO_LOOP)),
    ("table", ("Expert", OPTIMAL, TABLE)),
    ("by chance when lost", ("Expert", OPTIMAL, RANDOM_WHEN_LOST)),
]
MIXED = [
    (f"{one}, {other}", "classes", [("Jouer", SWITCH, text), change])
    for one, text in BRANCHES
    for other, change in OTHERS
]

# Hostile programs: name, the check that must fail, its possible verdicts, file, text and replacement.
ENDLESS = "while (jeu != null) {\n            %s\n        }\n        return "
MISBEHAVING = [
    ("leaves at once", "compte", {"absent"}, "Jouer", "NOMBRE = 13;\n", "NOMBRE = 13;\n    static { System.exit(0); }\n"),
    ("halts the machine", "tricheur", {"wrong", "crashed"}, "Tricheur", "        System.out.println(\"[Je triche...]\");", "        Runtime.getRuntime().halt(3);"),
    ("floods", "rapide", {"wrong", "crashed"}, "Rapide", "return ", ENDLESS % "System.out.println(\"allumettes\");"),
    ("eats memory", "naif", {"crashed"}, "Naif", "return ", "java.util.List<long[]> tas = new java.util.ArrayList<>();\n        " + ENDLESS % "tas.add(new long[1 << 20]);"),
    ("calls itself", "expert", {"crashed"}, "Expert", "int reste", "getPrise(nom, jeu);\n        int reste"),
    ("sleeps through it", "naif", {"hung"}, "Naif", "return ", ENDLESS % "try { Thread.sleep(1000); } catch (Throwable e) { continue; }"),
    ("threads without end", "rapide", {"hung", "crashed", "wrong"}, "Rapide", "return ", "for (int i = 0; i < 200; i++) {\n            new Thread(() -> { while (true) { } }).start();\n        }\n        return "),
    ("closes its output", "rapide", {"wrong", "crashed"}, "Rapide", "return ", "System.out.close();\n        return "),
]


def contained(case):
    name, check, verdicts, file, old, new = case
    checks = {one["function"]: one["verdict"] for one in checks_of(changed("classes", [(file, old, new)]))}
    faults = [f"{name}: {check} is {checks[check]}"] if checks[check] not in verdicts else []
    # Checks of the source must not depend on the games.
    return faults + [f"{name}: {one} is {checks[one]}" for one in ("compilation", "accents", "random") if checks[one] != "right"]


def moved(style, how):
    """A copy of a right program in another folder, encoding or line ending."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=HOME))
    sources = sorted((CLASS / style).rglob("*.java"))
    place = {"flat": ".", "copies": "final/allumettes", "latin": "allumettes", "windows": "allumettes", "binaries": "allumettes"}.get(how, how)
    (folder / place).mkdir(parents=True, exist_ok=True)
    for source in sources:
        text = source.read_text()
        if how == "latin":
            (folder / place / source.name).write_bytes(("// é\n" + text).encode("latin-1"))
        elif how == "windows":
            (folder / place / source.name).write_bytes(("\ufeff" + text.replace("\n", "\r\n")).encode())
        else:
            (folder / place / source.name).write_text(text)
    if how == "copies":
        (folder / "brouillon").mkdir()
        for source in sources:
            if source.stem != "Jouer":
                (folder / "brouillon" / source.name).write_text(source.read_text().replace("{", "{ // ", 1))
    if how == "binaries":
        (folder / place / "Jeu.class").write_bytes(b"\xca\xfe\xba\xbe")
        (folder / ".git").mkdir()
        (folder / ".git" / "Jeu.java").write_text("class {")
    return folder


def changed(style, changes):
    """A copy of a program with the files that the subject provides, and the replacements applied."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=HOME))
    shutil.copytree(CLASS / style, folder, dirs_exist_ok=True)
    (main,) = [file for file in folder.rglob("*.java") if "void main(" in file.read_text()]
    for given in GIVEN.iterdir():
        if not any(folder.rglob(given.name)):
            shutil.copy(given, main.parent)
    for file, old, new in changes:
        (source,) = folder.rglob(file + ".java")
        text = source.read_text()
        assert old in text, (file, old)
        source.write_text(text.replace(old, new))
    return folder


def unlike(style, checks):
    """The checks that are neither right nor expected of the style. Tests of a fast strategy in a lambda are not judged."""
    known = {"tests-rapide": "unjudged"} | STYLES[style]
    return [one for one in checks if one["verdict"] not in ("right", "silent", known.get(one["function"]))]


def in_style(case):
    name, style, how = case
    checks = checks_of(moved(style, how) if isinstance(how, str) else changed(style, how))
    return [f"{name}: {one}" for one in unlike(style, checks)]


# Further replacements that a mistake needs, by check.
ALSO = {
    "nombre-initial": [("Jouer", "new JeuReel(NOMBRE)", "new JeuReel()"), ("RapideTest", "new JeuReel(13)", "new JeuReel()"), ("RapideTest", '        assertEquals(3, new Rapide().getPrise("Ordinateur", new JeuReel(3)));\n        assertEquals(2, new Rapide().getPrise("Ordinateur", new JeuReel(2)));\n        assertEquals(1, new Rapide().getPrise("Ordinateur", new JeuReel(1)));\n', "")],
    "random": [("Naif", "import java.util.Random;\n\n", ""), ("Naif", "    private final Random hasard = new Random();\n\n", "")],
    "procuration": [("Arbitre", "".join(SPY), "}\n")],
}
# Checks that fail as a consequence of another: a cheat detected after the move still prints its lines.
FOLLOWS = {"arguments": {"sans-strategie", "strategie-inconnue", "confiant-deplace"}, "procuration": {"abandon"}, "nombre-initial": {"tests-rapide"}}


def checks_of(folder, subject="allumettes", *options):
    """The checks of a report; removes the submission."""
    ran = subprocess.run([BRELAN, "grade", subject, folder, "--json", *options], capture_output=True, text=True)
    assert ran.returncode in (0, 1), ran.stderr
    shutil.rmtree(folder)
    return json.loads(ran.stdout)["checks"]


def size(value):
    args, typed = (value, "") if isinstance(value, list) else (value["args"], value.get("typed", ""))
    return len(json.dumps(args, separators=(",", ":"))) + len(typed)


def mistaken(case):
    check, _, style, file, old, new, _ = case
    return changed(style, [(file, old, new), *ALSO.get(check, [])])


def faults_of(case):
    check, verdict, style, *_, smallest = case
    for one in checks_of(mistaken(case)):
        name = one["function"]
        unreached = check == "compilation" and (one["verdict"] == "absent" or name == "tests")
        # Failing unit tests cannot show which mistakes they would detect.
        unheard = name == "tests-rapide" and one["verdict"] == "unjudged"
        follows = name in FOLLOWS.get(check, ()) or one["verdict"] == STYLES[style].get(name)
        if name != check and one["verdict"] not in PASSES | {"silent"} and not (unreached or unheard or follows):
            yield f"{name} is blamed: {one}"
        if name == check and one["verdict"] != verdict:
            yield f"{one['verdict']}, not {verdict}: {one}"
        if name == check and smallest and size(one.get("input", {"args": [], "typed": "x" * 999})) > size(smallest):
            yield f"{one.get('input')} for {smallest}"
        if name == check and smallest and "command" not in one:
            yield "no command shows it again"


def wrong(case):
    return [f"{case[0]} {case[2]}/{case[3]} {case[5][:40]!r}: {fault}" for fault in faults_of(case)]


def right(style):
    checks = checks_of(changed(style, []))
    silent = {one["function"] for one in checks if one["verdict"] == "silent" and one["points"] == 0}
    unasked = {name for name, verdict in STYLES[style].items() if verdict == "silent"}
    faults = [f"{style}: silent about {silent}"] if silent != SILENT | unasked else []
    return faults + [f"{style}: {one}" for one in unlike(style, checks)]


# Right programs that sleep longer than their time limit; only processor time may count.
PYTHON_WAITS = """
import time
def permuter2i(a, b):
    late = time.clock_gettime(time.CLOCK_MONOTONIC) + 8
    while time.clock_gettime(time.CLOCK_MONOTONIC) < late:
        pass
    return (b, a)
"""
FORTRAN_WAITS = """
function symbole_case(contenu) result(symbole)
    integer, intent(in) :: contenu
    integer :: now, late, rate
    character :: symbole
    call system_clock(now, rate)
    late = now + 8 * rate
    do while (now < late)
        call system_clock(now)
    end do
    symbole = merge('*', ' ', contenu == 1)
end function
"""
# The name of a thread, visible in /proc once a game has begun.
BEGUN = "affame"
JAVA_WAITS = ("Jouer", "NOMBRE = 13;\n", """NOMBRE = 13;
    static {
        Thread nom = new Thread(() -> java.util.concurrent.locks.LockSupport.park(), "affame");
        nom.setDaemon(true);
        nom.start();
        java.time.Instant fin = java.time.Instant.now().plusSeconds(12);
        while (java.time.Instant.now().isBefore(fin)) {
            Thread.onSpinWait();
        }
    }
""")
STARVED = [("allumettes", "fin", json.dumps(FAST["args"])), ("421", "permuter2i", "[1, 2]"), ("puissance4", "symbole_case", "[1]")]


def starved(case):
    subject, check, args = case
    folder = changed("classes", [JAVA_WAITS])
    (folder / "devoir.py").write_text(PYTHON_WAITS)
    (folder / "devoir.f90").write_text(FORTRAN_WAITS)
    checks = checks_of(folder, subject, "--only", check, "--args", args)
    return [f"starved: {one}" for one in checks if one["verdict"] in ("hung", "crashed", "wrong")]


def a_game_has_begun():
    """Whether a process has the thread that shows a game has begun."""
    for task in pathlib.Path("/proc").glob("[0-9]*/task/[0-9]*/comm"):
        try:
            if task.read_text().strip() == BEGUN:
                return True
        except OSError:
            pass  # The process has ended.
    return False


def in_a_crowd():
    """Grades programs while other processes, each in its own session, keep every core busy. These start once
    the Java game has begun, so that the virtual machine starts in seconds; with `--full` they start before."""
    spin = ["setsid", "timeout", "300", "sh", "-c", "while :; do :; done"]
    crowd = []
    try:
        with concurrent.futures.ThreadPoolExecutor(len(STARVED)) as pool:
            first = None if FULL else pool.submit(starved, STARVED[0])
            until(lambda: not first or first.done() or a_game_has_begun(), "no game begins")
            crowd += [subprocess.Popen(spin) for _ in range(8 * os.cpu_count())]
            rest = list(pool.map(starved, STARVED[bool(first):]))
            return rest + ([first.result()] if first else [])
    finally:
        for one in crowd:
            one.terminate()


def main():
    styles = RIGHT + (MIXED if FULL else [])
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [*pool.map(right, STYLES), *pool.map(in_style, styles), *pool.map(contained, MISBEHAVING), *pool.map(wrong, WRONG)]
    found += in_a_crowd()
    failures = [fault for faults in found for fault in faults]
    print(*failures, sep="\n")
    print(f"{len(STYLES) + len(styles)} right and {len(WRONG)} wrong programs, {len(MISBEHAVING)} that misbehave, {len(STARVED)} starved, {len(failures)} failures")
    sys.exit(bool(failures))


BRELAN = build("brelan")
if __name__ == "__main__":
    main()
