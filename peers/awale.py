"""Plays random games of awalé in OpenSpiel's oware, as far as the rules agree: OpenSpiel allows a capture of all
seeds, the subject refuses it. A board is twelve characters, of which 0 stands for no seed, 1 for one, and so on."""

import random

import fixture
import pyspiel

GAMES = 25


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


random.seed(2024)
oware = pyspiel.load_game("oware")
games = [random_game(oware) for _ in range(GAMES)]
text = lambda board: "".join(chr(ord("0") + seeds) for seeds in board)
fixture.write("awale", [["".join(map(str, moves)), " ".join(map(text, boards))] for moves, boards in games])
