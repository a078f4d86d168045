"""Java programs for the 13 matches: right ones in several styles, and each with one mistake.

Nothing is called wrong in a right program. A mistake is found by its own check, with an input no
larger than the one written beside it, and nothing else is called wrong.
"""

import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

BRELAN = sys.argv[1]
CLASS = pathlib.Path("crates/grade/tests/class/allumettes")
STYLES = ["classes", "enumeration", "heritage"]
PASSES = {"right", "layout", "helped"}

FAST = {"args": ["Xavier@rapide", "Ordinateur@rapide"]}
FAST_FIRST = {"args": ["Xavier@rapide", "Ordinateur@naif"]}
NAIVE = {"args": ["Xavier@naif", "Ordinateur@naif"]}
CHEAT = {"args": ["Xavier@tricheur", "Ordinateur@rapide"]}
TRUSTED = {"args": ["-confiant", "Xavier@tricheur", "Ordinateur@rapide"]}


def person(typed, *, trusting=False, against="rapide"):
    players = ["Xavier@humain", "Ordinateur@" + against]
    return {"args": ["-confiant"] * trusting + players, "typed": typed.replace(" ", "\n") + "\n"}


SOURCE = None  # Seen without a game.

# Check, its verdict, style, file, what is replaced by what, and an input by hand that shows it.
WRONG = [
    # What is counted.
    ("compte", "wrong", "classes", "JeuReel", "this.nombre -= nbPrises;", "this.nombre -= nbPrises == 1 ? 2 : nbPrises;", person("1")),
    ("compte", "wrong", "enumeration", "Jouer", "reste = reste - nbPrises;", "reste = reste - Math.min(nbPrises, 2);", FAST),
    ("compte", "wrong", "classes", "Jouer", "NOMBRE = 13", "NOMBRE = 12", FAST),
    ("compte", "wrong", "classes", "Arbitre", '"Allumettes restantes : " + jeu.getNombreAllumettes()', '"Allumettes restantes : " + (jeu.getNombreAllumettes() - 1)', FAST),
    # Whose turn it is.
    ("tours", "wrong", "classes", "Arbitre", "Joueur courant = this.j1;\n        Joueur autre = this.j2;", "Joueur courant = this.j2;\n        Joueur autre = this.j1;", FAST),
    ("tours", "wrong", "enumeration", "Arbitre", "joueurs[tour % 2];\n            System", "joueurs[tour == 1 ? 0 : tour % 2];\n            System", FAST),
    # What can be taken.
    ("refus", "wrong", "classes", "JeuReel", "Math.min(PRISE_MAX, this.nombre)", "PRISE_MAX", person("3 3 2 2", against="rapide")),
    ("refus", "wrong", "classes", "JeuReel", "nbPrises < 1", "nbPrises < 0", person("0")),
    ("refus", "wrong", "classes", "JeuReel", '"> " + maximum', '"> " + PRISE_MAX', person("3 3 2 2")),
    ("refus", "wrong", "classes", "JeuReel", '"< 1"', '"< 0"', person("0")),
    ("refus", "wrong", "classes", "JeuReel", "int maximum = Math.min(PRISE_MAX, this.nombre);", "int maximum = Math.min(PRISE_MAX + 1, this.nombre);", person("4")),
    ("refus", "wrong", "classes", "Arbitre", "return false;", "return true;", person("0")),
    ("refus", "wrong", "enumeration", "Arbitre", 'System.out.println("Impossible ! " + e.getMessage());', 'System.out.println("Impossible ! " + e.getMessage());\n                tour++;', person("0")),
    ("refus", "wrong", "heritage", "Jeu", "n <= 0", "n < 0", person("0")),
    # How it is said.
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
    # The end.
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
    ("arguments", "crashed", "classes", "Jouer", "parties.length != 2 || parties[0].isEmpty()", "parties.length > 2", {"args": ["Xavier@rapide", "Ordinateur"]}),
    ("arguments", "wrong", "classes", "Jouer", 'throw new ConfigurationException("stratégie inconnue : " + nom);', "return new Naif();", {"args": ["Xavier@rapide", "Ordinateur@inconnu"]}),
    # The source.
    ("compilation", "crashed", "classes", "Rapide", "return Math", "return math", SOURCE),
    ("accents", "wrong", "classes", "JeuReel", "maximum", "maximumé", SOURCE),
    ("diagramme", "wrong", "classes", "CoupInvalideException", "extends Exception", "extends RuntimeException", SOURCE),
    ("random", "wrong", "classes", "Naif", "this.hasard.nextInt(Jeu.PRISE_MAX) + 1", "(int) (Math.random() * 3) + 1", SOURCE),
    ("repetitions", "wrong", "classes", "Rapide", "return Math", "for (int i = 0; i < 1; i++) {\n            for (int j = 0; j < 1; j++) {\n            }\n        }\n        return Math", SOURCE),
    ("exit", "wrong", "classes", "Rapide", "return Math", "if (jeu == null) {\n            System.exit(1);\n        }\n        return Math", SOURCE),
    ("procuration", "wrong", "classes", "JeuProcuration", 'throw new OperationInterditeException("retirer");', "interdire();\n    }\n\n    private void interdire() {\n        throw new OperationInterditeException(\"retirer\");", SOURCE),
    # What does not end.
    ("naif", "hung", "classes", "Naif", "return this", "while (this.hasard != null) {\n        }\n        return this", FAST_FIRST),
]

# Another place of the same mistake.
ALSO = {"Naif": [("import java.util.Random;\n\n", ""), ("    private final Random hasard = new Random();\n\n", "")]}


def report(folder):
    ran = subprocess.run([BRELAN, "grade", "allumettes", str(folder), "--json"], capture_output=True, text=True)
    assert ran.returncode in (0, 1), ran.stderr
    return json.loads(ran.stdout)


def size(value):
    args, typed = (value, "") if isinstance(value, list) else (value["args"], value.get("typed", ""))
    return len(json.dumps(args, separators=(",", ":"))) + len(typed)


def patched(style, file, old, new, check):
    folder = pathlib.Path(tempfile.mkdtemp())
    shutil.copytree(CLASS / style, folder, dirs_exist_ok=True)
    (source,) = folder.rglob(file + ".java")
    text = source.read_text()
    assert old in text, (file, old)
    text = text.replace(old, new)
    if check == "random":
        for one, other in ALSO[file]:
            text = text.replace(one, other)
    source.write_text(text)
    return folder


def faults_of(case):
    check, verdict, style, file, old, new, smallest = case
    folder = patched(style, file, old, new, check)
    found = report(folder)
    shutil.rmtree(folder)
    for one in found["checks"]:
        name = one["function"]
        unreached = check == "compilation" and one["verdict"] == "absent"
        if name != check and one["verdict"] not in PASSES and not unreached:
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
    checks = report(CLASS / style)["checks"]
    return [f"{style}: {one}" for one in checks if one["verdict"] != "right"]


def main():
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [*pool.map(right, STYLES), *pool.map(wrong, WRONG)]
    failures = [fault for faults in found for fault in faults]
    print(*failures, sep="\n")
    print(f"{len(STYLES)} right and {len(WRONG)} wrong programs, {len(failures)} failures")
    sys.exit(bool(failures))


main()
