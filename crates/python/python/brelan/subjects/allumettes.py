"""The classes `Jeu` and `Joueur` of the subject on the 13 matches.

>>> jeu = Jeu()
>>> jeu.retirer(3)
>>> jeu.getNombreAllumettes()
10
>>> jeu.retirer(4)
Traceback (most recent call last):
...
brelan.CoupInvalideException: ...
>>> Joueur("Xavier@expert").getPrise(jeu)
1
"""

from __future__ import annotations

from .. import _brelan
from .._brelan import CoupInvalideException

__all__ = ["PRISE_MAX", "CoupInvalideException", "Jeu", "Joueur"]

PRISE_MAX: int = _brelan.call("allumettes", "PRISE_MAX", [])[0]


class Jeu:
    """A heap of matches."""

    PRISE_MAX = PRISE_MAX

    def __init__(self, allumettes: int = 13) -> None:
        self._left: int = _brelan.call("allumettes", "getNombreAllumettes", [allumettes])[0]

    def getNombreAllumettes(self) -> int:  # noqa: N802
        """Returns the number of matches left."""
        return self._left

    def retirer(self, nbPrises: int) -> None:  # noqa: N802, N803
        """Takes matches; raises CoupInvalideException when the rules forbid it."""
        self._left = _brelan.call("allumettes", "retirer", [self._left, nbPrises])[1][0]

    def __repr__(self) -> str:
        return f"Jeu({self._left})"


class Joueur:
    """A player, such as `Joueur("Xavier@naif")`; `humain` is asked with `input`."""

    def __init__(self, joueur: str) -> None:
        self._player = joueur

    def getPrise(self, jeu: Jeu) -> int:  # noqa: N802
        """Returns the number of matches the player takes; a cheat changes `jeu`."""
        count, after = _brelan.call("allumettes", "getPrise", [self._player, jeu._left])
        jeu._left = after[1]
        return count

    def __repr__(self) -> str:
        return f"Joueur({self._player!r})"
