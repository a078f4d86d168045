"""Plays with one function, such as `choisir(position, coups)`: run as `python3 -c … FILE FUNCTION`."""

import importlib.util
import inspect
import sys


class Misuse(Exception):
    """A function that cannot be called or returned None; printed without a traceback."""


# Words of the protocol, with the parameter names that a French function may use for them.
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
        raise Misuse(f"{path}: {name} is not a function")
    return function


def value(word, rest):
    """The facts after a word: one number, a list of numbers or a list of texts."""
    if word in TEXTS:
        return rest.split()
    numbers = [int(number) for number in rest.split()]
    return numbers[0] if word in ALONE and numbers else numbers


def wanted(function, known):
    """The arguments that the function's parameters name."""
    given = dict(known)
    given.update({french: known[word] for word, french in FRENCH.items() if word in known})
    arguments = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            arguments.update(known)
        elif name in given:
            arguments[name] = given[name]
        elif parameter.default is parameter.empty and parameter.kind is not parameter.VAR_POSITIONAL:
            raise Misuse(f"{function.__name__}: unknown parameter {name}; known are: "
                         + ", ".join(sorted(given)))
    return arguments


class Seat:
    """Reads the referee's lines, and answers each `play` with the move that its function returns."""

    def __init__(self, function):
        self.function = function
        self.known = {}

    def receive(self, line):
        """The answer to a line; None unless the line is a question."""
        word, _, rest = line.strip().partition(" ")
        known = self.known
        if word == "game":
            game, side, *options = rest.split()
            self.known = known = {"game": game, "side": side, "history": [], "rows": []}
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
            return self.chosen()
        elif word in FRENCH:
            known[word] = value(word, rest)
        return None

    def chosen(self):
        move = self.function(**wanted(self.function, self.known))
        if move is None:
            raise Misuse(f"{self.function.__name__} returned None: "
                         f"it has to return one of {self.known['moves']}")
        return str(move)


def serve(function):
    """Plays on standard input and output; text that the function prints goes to standard error."""
    out, sys.stdout = sys.stdout, sys.stderr
    seat = Seat(function)
    for line in sys.stdin:
        answer = seat.receive(line)
        if answer is not None:
            out.write(answer + "\n")
            out.flush()


if __name__ == "__main__":
    try:
        serve(load(*sys.argv[1:3]))
    except Misuse as misuse:
        sys.exit(str(misuse))
