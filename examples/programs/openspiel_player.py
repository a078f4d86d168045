"""OpenSpiel's Monte Carlo tree search as a player of Puissance 4.

    pip install open_spiel==2.0.2
    brelan puissance4 MCTS@./openspiel_player.py:choose Brelan@expert
"""

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts

GAME = pyspiel.load_game("connect_four")
SIMULATIONS = 1000


def choose(history, seed):
    state = GAME.new_initial_state()
    for column in (line.split()[-1] for line in history):
        state.apply_action(int(column) - 1)
    luck = numpy.random.RandomState(seed + len(history))
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=luck)
    bot = mcts.MCTSBot(GAME, 2, SIMULATIONS, evaluator, solve=True, random_state=luck)
    return bot.step(state) + 1
