"""The players of the package `dominoes` that use only their own hand, as players of dominos.

    pip install dominoes==6.1.0
    brelan dominos Gorda@./dominoes_player.py:bota_gorda Brelan@expert
"""

import random as luck
from types import SimpleNamespace

from dominoes import Domino, players


def first_choice(player, moves):
    """The move that a player of the package sorts first; it reads nothing but the valid moves."""
    tiles = [move for move in moves if move[:2].isdigit()]
    valid = tuple((Domino(int(move[0]), int(move[1])), True, move) for move in tiles)
    game = SimpleNamespace(valid_moves=valid)
    player(game)
    return game.valid_moves[0][2] if game.valid_moves else moves[0]


def bota_gorda(moves):
    return first_choice(players.bota_gorda, moves)


def double(moves):
    return first_choice(players.double, moves)


def reverse(moves):
    return first_choice(players.reverse, moves)


def random(moves, history, seed):
    luck.seed(seed + len(history))
    return first_choice(players.random, moves)
