"""Compares the speed of random games of awalé with OpenSpiel's oware: at least five times as fast."""
# needs: venv

import random

import measure
import pyspiel
from harness import output

ROLLOUTS = 2000
FASTER = 5.0


def open_spiel(game, seed):
    """Seconds of processor time of a ply in rollouts that run in C++ only."""
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 2, 10, False, seed, False)
    return measure.spent(lambda: bot.step(game.new_initial_state())) / (2 * ROLLOUTS * mean_length(game))


def mean_length(game, games=200):
    plies = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
        plies += state.move_number()
    return plies / games


def main():
    random.seed(2024)
    bench = ["cargo", "bench", "--quiet", "--locked", "-p", "brelan-awale", "--bench", "random_games"]
    ours, game = 1 / float(output(*bench).split()[0]), pyspiel.load_game("oware")
    theirs = min(open_spiel(game, seed) for seed in range(5))
    ratios = measure.Ratios()
    ratios.add("a ply of a random game of awalé", ours, theirs, FASTER)
    ratios.finish()


main()
