"""Python functions as players, for `brelan.match` and `brelan.program`."""

from __future__ import annotations

import pathlib
import re
import traceback
import types
from typing import Any, Callable, NamedTuple, Union

from . import _brelan

Player = Union[str, Callable[..., Any]]

# The script that turns a function into a player is the one `brelan` runs for `Moi@joueur.py:choisir`.
_choose = types.ModuleType("brelan.choose")
exec(compile(_brelan.CHOOSE, "choose.py", "exec"), _choose.__dict__)


class Match(NamedTuple):
    """The result of a match for the first player, with the record of each game and the tracebacks."""

    wins: int
    draws: int
    losses: int
    records: list[str]
    errors: list[str]


def match(
    game: str,
    one: Player,
    other: Player,
    games: int = 1,
    *,
    seed: int = 0,
    time: float | None = None,
    effort: int | None = None,
    trusting: bool = False,
    **options: Any,
) -> Match:
    """Plays a match between two players: strategies by name, or functions.

    A function receives the values that its parameters name, in French or English, and returns a move.

    >>> import brelan
    >>> def choisir(position, coups):
    ...     return coups[0]
    >>> brelan.match("allumettes", choisir, "expert", games=2).losses
    2

    The players swap seats after each game, and both games of a pair have the same dice and tiles.
    `time` (in seconds) and `effort` limit each move of a strategy. A function that raises an exception
    loses by `crash`, and its traceback is added to `errors`; a function whose third answer of a game is
    refused loses by `refused`.
    """
    score = {"first": 0, "second": 0, "draw": 0}
    records, errors = [], []
    for number in range(games):
        swapped = number % 2 == 1
        pair = (other, one) if swapped else (one, other)
        table = _brelan.Table(
            game,
            *(_seated(player) for player in pair),
            seed=seed + number // 2,
            trusting=trusting,
            time=time,
            effort=effort,
            options=options,
        )
        winner = _play(table, pair, errors)
        score[{"first": "second", "second": "first"}.get(winner, winner) if swapped else winner] += 1
        records.append(table.record)
    return Match(score["first"], score["draw"], score["second"], records, errors)


def _seated(player: Player) -> str | tuple[str, str, str]:
    """A strategy's name unchanged; for a function its player name, file and function name."""
    if isinstance(player, str):
        return player
    name = re.sub(r"\W", "_", getattr(player, "__name__", type(player).__name__))
    code = getattr(player, "__code__", None)
    file = pathlib.Path(code.co_filename).name if code else ""
    return name, file if re.fullmatch(r"[\w.-]+\.py", file) else "notebook.py", name


def _play(table: _brelan.Table, pair: tuple[Player, Player], errors: list[str]) -> str:
    seats = {
        side: _choose.Seat(player)
        for side, player in zip(("first", "second"), pair)
        if not isinstance(player, str)
    }
    while (asked := table.proceed()) is not None:
        side, lines = asked
        if side not in seats:
            raise ValueError("a match has no person: give a function instead of 'humain'")
        try:
            for line in lines:
                answer = seats[side].hear(line)
        except Exception:
            errors.append(traceback.format_exc())
            table.forfeit(side, "crash")
            continue
        table.answer(answer)
    return table.winner or "draw"


def program(function: Callable[..., Any]) -> None:
    """Runs a function as a program that plays; call it on the last line of the function's file.

    It speaks the protocol of docs/programs.md on standard input and output until the input ends; text
    that the function prints goes to standard error. `Moi@./joueur.py` is then a player in the
    terminal, on the page and in tournaments.
    """
    _choose.serve(function)
