"""Seats one function: `choisir(position, coups)`, started by the house as `python3 -c … FILE FUNCTION`."""

import importlib.util
import inspect
import sys

# The plain words of the games, and how a French function may call them.
FRENCH = {
    "game": "jeu", "side": "cote", "moves": "coups", "time": "temps", "seed": "graine",
    "history": "historique", "left": "restantes", "heaps": "tas", "round": "manche",
    "tokens": "jetons", "dice": "des", "throws": "lancers", "beat": "a_battre", "rows": "grille",
    "pits": "cases", "scores": "scores", "turns": "tours", "hand": "main", "ends": "bouts",
    "table": "table", "opponent": "adversaire", "boneyard": "talon",
}
ALONE = {"left", "round", "throws", "turns", "opponent", "boneyard"}
TEXTS = {"hand", "table"}


def load(path, name):
    spec = importlib.util.spec_from_file_location("player", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["player"] = module
    spec.loader.exec_module(module)
    function = getattr(module, name, None)
    if not callable(function):
        sys.exit(f"{path}: {name} is not a function")
    return function


def value(word, rest):
    """A text, a number, or a list of either."""
    if word in TEXTS:
        return rest.split()
    numbers = [int(number) for number in rest.split()]
    return numbers[0] if word in ALONE and numbers else numbers


def wanted(function, known):
    """The arguments that the function asks for by name."""
    given = dict(known)
    given.update({french: known[word] for word, french in FRENCH.items() if word in known})
    arguments = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            arguments.update(known)
        elif name in given:
            arguments[name] = given[name]
        elif parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL:
            sys.exit(f"{function.__name__}: nothing is called {name} here; there are: "
                     + ", ".join(sorted(given)))
    return arguments


def serve(function, lines, say):
    known = {}
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "game":
            game, side, *options = rest.split()
            known = {"game": game, "side": side, "history": [], "rows": []}
            known.update(option.split("=", 1) for option in options if "=" in option)
            known["seed"] = int(known.get("seed", 0))
        elif word == "seen":
            known["history"].append(rest)
        elif word == "position":
            known["position"], known["rows"] = rest, []
        elif word == "moves":
            known["moves"] = rest.split()
        elif word == "row":
            known["rows"].append([int(cell) for cell in rest.split()])
        elif word == "play":
            known["time"] = int(rest or 0)
            move = function(**wanted(function, known))
            if move is None:
                sys.exit(f"{function.__name__} returned None: it has to return one of {known['moves']}")
            say(str(move))
        elif word in FRENCH:
            known[word] = value(word, rest)


def main():
    path, name = sys.argv[1:3]
    out, sys.stdout = sys.stdout, sys.stderr

    def say(text):
        out.write(text + "\n")
        out.flush()

    serve(load(path, name), sys.stdin, say)


main()
