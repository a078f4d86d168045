"""Five classic games, engines that play them, and the functions of their course subjects.

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

Names of games, strategies and functions are those of the subjects. Error messages are in French or
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
    """Returns a game as an AEC environment of PettingZoo, with action masks.

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

    Dice are thrown and tiles drawn between the steps, from the seed of `reset`. For chance nodes as
    in OpenSpiel use `brelan.new`: its `turn` is 'chance' at such a node, its `outcomes` are equally
    likely, and `draw(outcome)` chooses one.
    """
    from .learning import Table

    return Table(game, render_mode=render_mode, **options)
