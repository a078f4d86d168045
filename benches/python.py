"""Compares the speed of the module brelan with PettingZoo, OpenSpiel and BitBully."""
# needs: venv

import os
import random
import time

import measure
from harness import run_with

run_with("crates/python")

import bitbully
import brelan
import pyspiel
from pettingzoo.classic import connect_four_v3


def steps(table, count):
    luck = random.Random(1)
    table.reset(seed=1)
    for _ in range(count):
        observation, _, termination, truncation, _ = table.last()
        if termination or truncation:
            table.reset()
            continue
        legal = observation["action_mask"].nonzero()[0]
        table.step(int(legal[int(luck.random() * len(legal))]))


def random_game(game, is_over, act, luck):
    plies = 0
    while not is_over(game):
        actions = game.legal_actions()
        act(game, actions[int(luck.random() * len(actions))])
        plies += 1
    return plies


def our_game(first, luck):
    return random_game(first.copy(), lambda game: game.over, lambda game, action: game.act(action), luck)


def their_game(rules, luck):
    state = rules.new_initial_state()
    return random_game(state, lambda game: game.is_terminal(), lambda game, action: game.apply_action(action), luck)


def ply(play, rules, games):
    """Seconds of processor time of a ply."""
    luck, plies = random.Random(1), 0

    def work():
        nonlocal plies
        plies = sum(play(rules, luck) for _ in range(games))

    return measure.spent(work) / plies


def middle_games(count, plies=20):
    luck, positions = random.Random(7), []
    while len(positions) < count:
        game, moves = brelan.new("puissance4"), []
        while len(moves) < plies and not game.over:
            moves.append(luck.choice(game.legal()))
            game.play(moves[-1])
        if not game.over:
            positions.append(moves)
    return positions


def analysis(positions):
    """Seconds of a position for all cores here, and for BitBully, which has one thread. The values are equal."""
    texts, boards, found, scores = ["".join(moves) for moves in positions], [], {}, []
    for text in texts:
        boards.append(bitbully.bitbully_core.BoardCore())
        boards[-1].play("".join(str(int(move) - 1) for move in text))
    engine = bitbully.bitbully_core.BitBullyCore()
    analyse = lambda: found.update(brelan.analyse("puissance4", texts, threads=os.cpu_count() or 1, arrays=True))
    ours = measure.spent(analyse, time.perf_counter)
    theirs = measure.spent(lambda: scores.extend(engine.mtdf(board, first_guess=0) for board in boards), time.perf_counter)
    assert found["value"].tolist() == scores, "the same positions are worth the same"
    return ours / len(texts), theirs / len(texts)


def main():
    ratios = measure.Ratios()

    def compare(what, ours, theirs, wanted):
        best = measure.in_turn({"ours": ours, "theirs": theirs})
        ratios.add(what, best["ours"], best["theirs"], wanted)

    step = lambda table, count: measure.spent(lambda: steps(table, count)) / count
    compare("a step of PettingZoo at Puissance 4", lambda: step(brelan.env("puissance4"), 20_000),
            lambda: step(connect_four_v3.env(), 2_000), 10)
    for name, theirs in [("puissance4", "connect_four"), ("awale", "oware")]:
        compare(f"a ply of a random game of {name}", lambda: ply(our_game, brelan.new(name), 2_000),
                lambda: ply(their_game, pyspiel.load_game(theirs), 1_000), 3)
    ratios.add("a position analysed", *analysis(middle_games(1_000)), 4)
    ratios.finish()


main()
