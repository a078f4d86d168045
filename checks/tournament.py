"""Compares the Elo of `brelan tournament` with choix, and its errors with the sandwich formula over pairs.

`--full` adds tests that take minutes: 10,000 matches under SPRT, 1,000 Swiss tournaments, 2,000 repetitions with
luck removed, every pair of strategies, a league of thirty."""
# needs: venv

import json
import subprocess
from collections import defaultdict

import choix
import numpy as np
from harness import FULL, build, output, scratch

SCALE = 400 / np.log(10)
WIDTH = 1.959963984540054
POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}

LEAGUES = [
    ("421", ["A@naif", "B@glouton", "C@expert", "D@naif"], "round-robin", 60),
    ("dominos", ["A@naif", "B@premier", "C@glouton"], "round-robin", 60),
    ("421", ["A@naif", "B@glouton"], "series", 200),
    ("421", ["A@glouton", "B@naif", "C@naif", "D@expert"], "gauntlet", 80),
]


def held(brelan, game, players, form, games, folder):
    command = [brelan, "tournament", game, *players, "--format", form, "--games", str(games)]
    out = folder / "out"
    output(*command, "--seed", 3, "--effort", 200, "--output", out, "--data", folder / "data")
    lines = [json.loads(line) for line in (out / "games.jsonl").read_text().splitlines()]
    return lines, json.loads((out / "standings.json").read_text())


def pairs_of(lines, place):
    """For each pair of games: index of the home player, of the away player, and the points of home."""
    pairs = defaultdict(list)
    for line in lines:
        pairs[line["pair"]].append(line)
    for games in pairs.values():
        home, away = games[0]["first"], games[0]["second"]
        swapped = 1 - POINTS[games[1]["result"]]
        yield place[home], place[away], POINTS[games[0]["result"]] + swapped


def ratings(pairs, size):
    wins = np.zeros((size, size))
    for home, away, score in pairs:
        wins[home, away] += score
        wins[away, home] += 2 - score
    strengths = choix.ilsr_pairwise_dense(wins, max_iter=10_000, tol=1e-12)
    return strengths - strengths.mean()


def errors(pairs, strengths):
    size = len(strengths)
    bread, meat = np.zeros((size, size)), np.zeros((size, size))
    for home, away, score in pairs:
        towards = np.zeros(size)
        towards[home], towards[away] = 1, -1
        share = 1 / (1 + np.exp(strengths[away] - strengths[home]))
        outer = np.outer(towards, towards)
        bread += 2 * share * (1 - share) * outer
        meat += (score - 2 * share) ** 2 * outer
    inverse = np.linalg.pinv(bread, rcond=1e-10)
    correction = len(pairs) / (len(pairs) - (size - 1))
    return WIDTH * SCALE * np.sqrt(np.diag(inverse @ meat @ inverse) * correction)


def compare(brelan, league):
    lines, rows = held(brelan, *league, scratch())
    names = [player.split("@")[0] for player in league[1]]
    place = {name: number for number, name in enumerate(names)}
    pairs = list(pairs_of(lines, place))
    strengths = ratings(pairs, len(names))
    for row in rows:
        own = place[row["name"]]
        expected = SCALE * strengths[own]
        assert abs(row["elo"] - expected) < 1e-4, (league, row, expected)
        error = errors(pairs, strengths)[own]
        assert abs(row["error"] - error) < 1e-4, (league, row, error)
    print(f"{league[0]} {league[2]}: Elo and errors of {len(rows)} players agree")


program = build("brelan")
for league in LEAGUES:
    compare(program, league)
if FULL:
    subprocess.run(["cargo", "nextest", "run", "--locked", "--workspace", "--run-ignored", "only", "-E", "package(brelan-tournament)"], check=True)
