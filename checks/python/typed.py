"""Uses every part of the module brelan, for mypy and pyright to check."""

from typing import Any

import brelan
from brelan.subjects.allumettes import Jeu, Joueur
from brelan.subjects.dominos import J, histogramme, max_presence
from brelan.subjects.jeu421 import decroitre3i


def choose(position: str, moves: list[str]) -> str:
    return moves[0]


game: brelan.Game = brelan.new("awale", seed=1)
effect: str = game.play(game.legal()[0])
turn: str | None = game.turn
returns: tuple[float, float] = game.returns
values: dict[str, Any] = game.values(time=0.1)
reports: list[dict[str, Any]] = brelan.analyse("puissance4", ["44"], threads=2)
shares = brelan.analyse("puissance4", ["44"], arrays=True)["moves"].sum()
review: dict[str, Any] = brelan.review(game.record())
result: brelan.Match = brelan.match("allumettes", choose, "expert", games=2)
wins: int = result.wins
table = brelan.env("421", render_mode="ansi")
counts: list[int] = histogramme(J)
most: list[int] = max_presence([[6, 1], [5, 4]])
dice: tuple[int, int, int] = decroitre3i(1, 2, 3)
taken: int = Joueur("Ana@expert").getPrise(Jeu(7))
