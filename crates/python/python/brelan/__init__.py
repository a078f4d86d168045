"""Five classic tables, opponents that play perfectly, and the subjects' functions by name.

>>> import brelan
>>> brelan.games()
['421', 'allumettes', 'dominos', 'puissance4', 'awale']
>>> game = brelan.new("allumettes")
>>> game.play("1")
'1 left 12'
>>> game.turn, game.legal()
('second', ['1', '2', '3'])
>>> game.values()["value"]["win"]
1.0

Names of games, strategies and functions are the subjects' own; errors are told in French or
English, see `language`.
"""

from typing import TYPE_CHECKING, Any

from ._brelan import Game, Refused, analyse, games, language, new, read, review
from .players import Match, match, program

if TYPE_CHECKING:
    from .learning import Table

__all__ = [
    "Game",
    "Match",
    "Refused",
    "analyse",
    "env",
    "games",
    "language",
    "match",
    "new",
    "program",
    "read",
    "review",
]


def env(game: str, *, render_mode: "str | None" = None, **options: Any) -> "Table":
    """A game as an environment of PettingZoo (AEC), with action masks.

    >>> import brelan
    >>> table = brelan.env("puissance4")
    >>> table.reset(seed=1)
    >>> table.agent_selection
    'first'
    >>> observation, reward, termination, truncation, info = table.last()
    >>> observation["observation"].shape, observation["action_mask"].tolist()
    ((6, 7, 2), [1, 1, 1, 1, 1, 1, 1])
    >>> table.step(3)
    >>> table.agent_selection
    'second'

    Chance is nature's: dice and tiles fall between the steps, from the seed of `reset`. Whoever
    wants them as nodes of their own, as OpenSpiel has them, takes `brelan.new`, whose `turn` is
    then 'chance', whose `outcomes` are equally likely, and whose `draw(outcome)` chooses one.
    """
    from .learning import Table

    return Table(game, render_mode=render_mode, **options)
