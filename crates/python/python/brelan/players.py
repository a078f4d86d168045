"""Functions as players: `brelan.match` and `brelan.program`."""

from __future__ import annotations

from typing import Any, Callable, NamedTuple, Union

Player = Union[str, Callable[..., Any]]


class Match(NamedTuple):
    """What a match came to, for whoever was named first."""

    wins: int
    draws: int
    losses: int
    records: list[str]


def match(game: str, one: Player, other: Player, games: int = 1, **options: Any) -> Match:
    raise NotImplementedError


def program(function: Callable[..., Any]) -> None:
    raise NotImplementedError
