"""Runs PettingZoo's API, seed and render tests on the environment of every game."""

import contextlib
import copy
import io
import warnings

import brelan
from pettingzoo.test import api_test, render_test, seed_test

# Warnings that do not apply: agents are named first and second, an observation is a dict with its mask, as
# PettingZoo recommends for classic games; an empty grid is all zeros, a heap of matches is one number.
EXPECTED = (
    "We recommend agents",
    "Observation space for each agent",
    "Observation is not a NumPy array",
    "Observation numpy array is all zeros",
    "Observation is a single number",
)


def check(name):
    with warnings.catch_warnings(record=True) as heard, contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("always")
        api_test(brelan.env(name), num_cycles=1000)
        seed_test(lambda: brelan.env(name), num_cycles=500)
        made = lambda render_mode=None: brelan.env(name, render_mode=render_mode)
        render_test(made, custom_tests={"svg": lambda drawn: drawn.startswith("<svg")})
    new = {str(it.message) for it in heard if not str(it.message).startswith(EXPECTED)}
    assert not new, new


def check_illegal():
    """An illegal action loses the game."""
    table = brelan.env("puissance4")
    table.reset(seed=1)
    table.step(7)
    assert table.terminations == {"first": True, "second": True}
    assert table.rewards == {"first": -1.0, "second": 1.0}


def check_chance():
    """The same seed deals the same tiles, and a hand is not shown to the other side."""
    def first_hands(seed):
        table = brelan.env("dominos")
        table.reset(seed=seed)
        return [table.observe(side)["observation"][:28].tolist() for side in ("first", "second")]

    assert first_hands(5) == first_hands(5) != first_hands(6)
    mine, theirs = first_hands(5)
    assert sum(mine) == sum(theirs) > 0
    assert not any(a and b for a, b in zip(mine, theirs)), "no tile is in two hands"


def check_copies():
    """A copy plays the position on, and meets other dice than its environment, however it was made."""
    def next_dice(table):
        table.step(1)
        return table.game.text

    makers = [copy.copy, copy.deepcopy, lambda table: table.copy(), lambda table: table.copy(seed=1)]
    for make in makers:
        foreseen = 0
        for seed in range(200):
            table = brelan.env("421")
            table.reset(seed=seed)
            twin = make(table)
            assert twin.game.text == table.game.text and twin.agents == table.agents
            foreseen += next_dice(twin) == next_dice(table)
        # Two throws of three dice are equal by luck about once in 216 times.
        assert foreseen < 20, f"{foreseen} of 200 copies foresaw the dice"
    table.reset(seed=1)
    one, other = (table.copy(seed=2) for _ in range(2))
    assert next_dice(one) == next_dice(other), "a seed repeats"


for name in brelan.games():
    check(name)
check_copies()
check_illegal()
check_chance()
print(f"PettingZoo's tests pass at {', '.join(brelan.games())}")
