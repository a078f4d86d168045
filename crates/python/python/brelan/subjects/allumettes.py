"""The operations of the subject on the 13 matches, by name, on a game that changes.

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
    """So many matches."""

    PRISE_MAX = PRISE_MAX

    def __init__(self, allumettes: int = 13) -> None:
        self._left: int = _brelan.call("allumettes", "getNombreAllumettes", [allumettes])[0]

    def getNombreAllumettes(self) -> int:  # noqa: N802
        """How many are left."""
        return self._left

    def retirer(self, nbPrises: int) -> None:  # noqa: N802, N803
        """Takes some; CoupInvalideException where that cannot be."""
        self._left = _brelan.call("allumettes", "retirer", [self._left, nbPrises])[1][0]

    def __repr__(self) -> str:
        return f"Jeu({self._left})"


class Joueur:
    """Somebody who takes: `Joueur("Xavier@naif")`, or `humain`, who is asked."""

    def __init__(self, joueur: str) -> None:
        self._player = joueur

    def getPrise(self, jeu: Jeu) -> int:  # noqa: N802
        """How many they take; a cheat changes the game it is given."""
        count, after = _brelan.call("allumettes", "getPrise", [self._player, jeu._left])
        jeu._left = after[1]
        return count

    def __repr__(self) -> str:
        return f"Joueur({self._player!r})"
