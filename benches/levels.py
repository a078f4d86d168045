"""Measures how far apart the levels are: levels.py [GAMES [GAME…]] plays each level against the next one.

`naif` comes below level 1, and level 8 is `expert`. Engines have an effort instead of a time, so that a run repeats.
A line for each pair: the share of the stronger level with half its 95 % interval over pairs of games, and the same as Elo.
"""

import csv
import math
import pathlib
import subprocess
import sys
import tempfile

import measure
from harness import build

GAMES = 1000
# Nodes or samples of `expert` for a move.
EFFORT = {"421": 1_000_000, "allumettes": 1, "dominos": 3000, "puissance4": 300_000, "awale": 100_000}
LADDER = ["naif", *(f"niveau={level}" for level in range(1, 9))]


def series(program, game, weaker, stronger, games):
    """The points of the stronger player in each pair of games."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["--games", str(games), "--effort", str(EFFORT[game]), "--seed", "1", "--concurrency", "2"]
        store = ["--data", folder, "--output", f"{folder}/out"]
        command = [program, "tournament", game, f"A@{weaker}", f"B@{stronger}", *words, *store]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        rows = list(csv.DictReader(pathlib.Path(folder, "out/games.csv").open()))
    pairs = {}
    for row in rows:
        first = {"1-0": 1.0, "0-1": 0.0}.get(row["result"], 0.5)
        pairs.setdefault(row["pair"], []).append(first if row["first"] == "B" else 1 - first)
    return [sum(points) / len(points) for points in pairs.values()]


def elo(share):
    return 400 * math.log10(share / (1 - share)) if 0 < share < 1 else math.copysign(math.inf, share - 0.5)


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    program, close = build("brelan", release=True), []
    for game in sys.argv[2:] or EFFORT:
        print(game)
        for weaker, stronger in zip(LADDER, LADDER[1:]):
            points = series(program, game, weaker, stronger, games)
            share = sum(points) / len(points)
            error = 1.96 * math.sqrt(sum((one - share) ** 2 for one in points) / len(points) / (len(points) - 1))
            width = (elo(min(share + error, 0.9999)) - elo(max(share - error, 0.0001))) / 2
            print(f"  {stronger:9} over {weaker:9} {100 * share:5.1f} % ± {100 * error:.1f}   {elo(share):+5.0f} Elo ± {width:.0f}", flush=True)
            if share <= 0.5:
                close.append(f"{game} {stronger}")
    measure.machine()
    sys.exit(f"not stronger: {', '.join(close)}" if close else None)


main()
