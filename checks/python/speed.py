"""Compares the speed of the module with PettingZoo, OpenSpiel and BitBully: processor time, best of several rounds."""

import os
import random
import time

import bitbully
import brelan
import pyspiel
from pettingzoo.classic import connect_four_v3

ROUNDS = 5


def best(work, rounds=ROUNDS):
    return max(work() for _ in range(rounds))


def by_turns(ours, theirs):
    """The best rate of each, measured in turn so that other load affects both."""
    rates = [(ours(), theirs()) for _ in range(ROUNDS)]
    return max(rate for rate, _ in rates), max(rate for _, rate in rates)


def report(what, ours, theirs, wanted):
    print(f"{what}: {ours:,.0f} a second, {theirs:,.0f} theirs, {ours / theirs:.1f} times (asked: {wanted})")
    return ours / theirs >= wanted


def steps(table, count):
    luck, done = random.Random(1), 0
    table.reset(seed=1)
    start = time.process_time()
    while done < count:
        observation, _, termination, truncation, _ = table.last()
        if termination or truncation:
            table.reset()
            continue
        legal = observation["action_mask"].nonzero()[0]
        table.step(int(legal[int(luck.random() * len(legal))]))
        done += 1
    return count / (time.process_time() - start)


def our_games(name, count):
    luck, first, plies = random.Random(1), brelan.new(name), 0
    start = time.process_time()
    for _ in range(count):
        game = first.copy()
        while not game.over:
            actions = game.legal_actions()
            game.act(actions[int(luck.random() * len(actions))])
            plies += 1
    return plies / (time.process_time() - start)


def their_games(name, count):
    luck, rules, plies = random.Random(1), pyspiel.load_game(name), 0
    start = time.process_time()
    for _ in range(count):
        state = rules.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(luck.random() * len(actions))])
            plies += 1
    return plies / (time.process_time() - start)


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


def our_analysis(positions):
    texts = ["".join(moves) for moves in positions]
    start = time.perf_counter()
    found = brelan.analyse("puissance4", texts, threads=os.cpu_count() or 1, arrays=True)
    return len(positions) / (time.perf_counter() - start), found["value"].tolist()


def their_analysis(positions):
    engine, scores = bitbully.bitbully_core.BitBullyCore(), []
    boards = []
    for moves in positions:
        board = bitbully.bitbully_core.BoardCore()
        board.play("".join(str(int(move) - 1) for move in moves))
        boards.append(board)
    start = time.perf_counter()
    for board in boards:
        scores.append(engine.mtdf(board, first_guess=0))
    return len(positions) / (time.perf_counter() - start), scores


def main():
    held = [
        report(
            "steps of PettingZoo at Puissance 4",
            *by_turns(
                lambda: steps(brelan.env("puissance4"), 20_000),
                lambda: steps(connect_four_v3.env(), 2_000),
            ),
            10,
        )
    ]
    for name, theirs in [("puissance4", "connect_four"), ("awale", "oware")]:
        rates = by_turns(lambda: our_games(name, 2_000), lambda: their_games(theirs, 1_000))
        held.append(report(f"plies of random games of {name}", *rates, 3))
    positions = middle_games(1_000)
    ours, values = our_analysis(positions)
    theirs, scores = their_analysis(positions)
    assert values == scores, "the same positions are worth the same"
    held.append(report("positions analysed", ours, theirs, 4))
    print("every ratio holds" if all(held) else "some ratios fell short")


main()
