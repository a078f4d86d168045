"""BitBully, a perfect player of Connect Four, as a player of Puissance 4.

    pip install bitbully==0.0.79
    brelan puissance4 BitBully@./bitbully_player.py:choose Brelan@expert
"""

from bitbully import BitBully, Board

AGENT = BitBully()


def choose(history):
    board = Board()
    for column in (line.split()[-1] for line in history):
        board.play(int(column) - 1)
    return AGENT.best_move(board) + 1
