"""Compares awalé with OpenSpiel's oware on random games.

The boards that `brelan replay` prints must be those of OpenSpiel after every move, as far as the rules
agree: OpenSpiel allows a capture of all seeds, the subject refuses it. Random games must be at least
five times as fast."""

import random
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyspiel

GAMES = 25
ROLLOUTS = 2000
FASTER = 5.0


def view(state):
    """The board as the player to move sees it."""
    pits = [round(48 * share) for share in state.observation_tensor(0)[:12]]
    return pits if state.current_player() == 0 else pits[6:] + pits[:6]


def starves(pits, pit):
    """Whether the subject refuses a pit because the opponent would have no seed left."""
    after, last = list(pits), pit
    hand, after[pit] = after[pit], 0
    while hand:
        last = (last + 1) % 12
        if last != pit:
            after[last] += 1
            hand -= 1
    while last >= 6 and after[last] in (2, 3):
        after[last] = 0
        last -= 1
    return not any(after[6:])


def random_game(game):
    """Random moves that both programs accept, and the board before each move."""
    state, moves, boards = game.new_initial_state(), [], []
    while not state.is_terminal() and len(moves) < 100:
        pits = view(state)
        if sum(pits) <= 2:
            break
        actions = [action % 6 for action in state.legal_actions()]
        common = [pit for pit in actions if not starves(pits, pit)]
        if not common:
            break
        pit = random.choice(common)
        moves.append(pit)
        boards.append(pits)
        state.apply_action(pit)
    return moves, boards


def record(moves):
    sides = ("first", "second")
    lines = [f"{sides[turn % 2]} plays {pit}" for turn, pit in enumerate(moves)]
    head = "brelan record 1\ngame awale\nposition " + ",".join(["4"] * 12)
    return head + "\nreferee guarded\nfirst A@humain\nsecond B@humain\n\n" + "\n".join(lines) + "\n"


def replayed(brelan, moves):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game"
        file.write_text(record(moves))
        shown = subprocess.run([brelan, "replay", file], capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    rows = [[int(n) for n in re.findall(r"\d+", line)] for line in shown.stdout.splitlines() if line.startswith("|")]
    return [below + above[::-1] for above, below in zip(rows[::2], rows[1::2])]


def compare(brelan, game):
    boards = 0
    for _ in range(GAMES):
        moves, expected = random_game(game)
        shown = replayed(brelan, moves)[: len(expected)]
        assert shown == expected, f"boards differ in {moves}"
        boards += len(expected)
    print(f"{boards} boards of {GAMES} random games are those of OpenSpiel")


def open_spiel_speed(game):
    """Plies per second of processor time in OpenSpiel rollouts that run in C++ only."""
    lengths = []
    for _ in range(200):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        lengths.append(state.move_number())
    best = 0.0
    for seed in range(5):
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 10, False, seed, False)
        start = time.process_time()
        bot.step(game.new_initial_state())
        best = max(best, 2 * ROLLOUTS * sum(lengths) / len(lengths) / (time.process_time() - start))
    return best


def main():
    brelan, bench = sys.argv[1:]
    random.seed(2024)
    game = pyspiel.load_game("oware")
    compare(brelan, game)
    ours = float(subprocess.run([bench], capture_output=True, text=True, check=True).stdout.split()[0])
    theirs = open_spiel_speed(game)
    print(f"random games: {ours / 1e6:.1f} million plies a second, OpenSpiel {theirs / 1e6:.1f}: {ours / theirs:.1f} times")
    assert ours >= FASTER * theirs, f"less than {FASTER} times as fast"


main()
