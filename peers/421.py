"""Solves 421 a second time from the rules of the subject.

Every throw is enumerated, the plans of both players are improved until they no longer change, and the
probabilities are the solution of a system of linear equations in exact fractions."""

from fractions import Fraction
from itertools import combinations, combinations_with_replacement, product

import fixture

COMBINATIONS = [tuple(sorted(c, reverse=True)) for c in combinations_with_replacement(range(1, 7), 3)]


def njetons(c):
    a, b, c = c
    if (a, b, c) == (4, 2, 1):
        return 8
    if a == b == c:
        return 5
    return 2 if a == b + 1 == c + 2 else 1


def given(first, second):
    """Number of tokens that go from player 1 to player 2."""
    if first == second:
        return 0
    strength = lambda c: (njetons(c), c)
    return njetons(first) if strength(first) > strength(second) else -njetons(second)


def throws(kept):
    """Number of ways in which throwing the dice that are not kept gives each combination."""
    counts = {}
    for dice in product(range(1, 7), repeat=3 - len(kept)):
        c = tuple(sorted(kept + dice, reverse=True))
        counts[c] = counts.get(c, 0) + 1
    return counts


KEEPS = {c: sorted({k for size in range(3) for k in combinations(c, size)}) for c in COMBINATIONS}
THROWS = {kept: throws(kept) for kept in {k for keeps in KEEPS.values() for k in keeps}}


def turn(worth):
    """The best plan of a turn, given the value of each final combination, and the value of the plan."""
    after, plan = worth, []
    for _ in range(2):
        average = {
            kept: sum(n * after[c] for c, n in counts.items()) / 6 ** (3 - len(kept))
            for kept, counts in THROWS.items()
        }
        best = {}
        choices = {}
        for c in COMBINATIONS:
            choice = max(KEEPS[c], key=average.__getitem__)
            choices[c] = choice if average[choice] > worth[c] else c
            best[c] = max(average[choice], worth[c])
        after = best
        plan.insert(0, choices)
    return sum(n * after[c] for c, n in THROWS[()].items()) / 216, plan


def ends(plan):
    """Exact probability of each combination at the end of a turn."""
    ended = dict.fromkeys(COMBINATIONS, Fraction(0))
    thrown = {c: Fraction(n, 216) for c, n in THROWS[()].items()}
    for choices in plan:
        again = dict.fromkeys(COMBINATIONS, Fraction(0))
        for c, likely in thrown.items():
            if choices[c] == c:
                ended[c] += likely
                continue
            counts = THROWS[choices[c]]
            for result, n in counts.items():
                again[result] += likely * Fraction(n, 6 ** (3 - len(choices[c])))
        thrown = again
    return {c: ended[c] + thrown[c] for c in COMBINATIONS}


def plans(winning, own):
    """The best plans of both players when player 1 has `own` tokens."""
    worth, seconds = {}, {}
    for first in COMBINATIONS:
        loss = {c: -winning(own - given(first, c)) for c in COMBINATIONS}
        value, seconds[first] = turn(loss)
        worth[first] = -value
    return turn(worth)[1], seconds


def results(first, seconds):
    """Exact probability of each number of tokens that player 1 gives."""
    likely = {}
    for c, p in ends(first).items():
        for d, q in ends(seconds[c]).items():
            likely[given(c, d)] = likely.get(given(c, d), 0) + p * q
    return likely


def solve(total):
    """Exact probability that player 1 wins with 1 to total − 1 tokens."""
    values = [1 - own / total for own in range(1, total)]
    known, solution = None, None
    while True:
        winning = lambda own: 1 if own <= 0 else 0 if own >= total else values[own - 1]
        best = [plans(winning, own) for own in range(1, total)]
        if best == known:
            return solution
        known = best
        solution = equations([results(*plan) for plan in best], total)
        values = [float(value) for value in solution]


def equations(likely, total):
    """Solves V(own) = sum of the probability of each result × V after it."""
    size = total - 1
    rows = [[Fraction(0)] * (size + 1) for _ in range(size)]
    for own in range(1, total):
        row = rows[own - 1]
        row[own - 1] += 1
        for tokens, p in likely[own - 1].items():
            after = own - tokens
            if after <= 0:
                row[size] += p
            elif after < total:
                row[after - 1] -= p
    for i in range(size):
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for j in range(size):
            if j != i and rows[j][i]:
                rows[j] = [x - rows[j][i] * y for x, y in zip(rows[j], rows[i])]
    return [row[size] for row in rows]


rows = []
for total in range(2, 6):
    rows += [[f"{own}/{total - own}", str(win)] for own, win in enumerate(solve(total), start=1)]
assert rows[0] == ["1/1", "171702818839/396105341039"], rows
fixture.write("421", rows)
