"""Compares `brelan analyse puissance4` with BitBully, and the opening book with its 12-ply table.

usage: puissance4.py BRELAN BOOK [POSITIONS_PER_LENGTH]
"""

import json
import random
import subprocess
import sys
import zlib

from bitbully import bitbully_core
from bitbully_databases import BitBullyDatabases

HEADER = 10
SUM = 4
BOTTOM = sum(1 << (7 * column) for column in range(7))


def random_game(luck, discs):
    """Random columns from 1 to 7 without four in a row, and the board after them."""
    while True:
        board, columns = bitbully_core.BoardCore(), []
        while len(columns) < discs and not board.hasWin():
            column = luck.choice(board.legalMoves(False, False))
            board.play(column)
            columns.append(column + 1)
        if not board.hasWin():
            return "".join(map(str, columns)), board


def scores(brelan, positions, *options):
    """The objects that `brelan analyse --json` prints, one for each position."""
    command = [brelan, "analyse", "puissance4", "--json", *options, "-"]
    run = subprocess.run(command, input="\n".join(positions), capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def check_positions(brelan, peer, per_length):
    """Compares scores of positions of every length, and scores of columns where the search is short."""
    luck = random.Random(4)
    games = [random_game(luck, discs) for discs in range(8, 42) for _ in range(per_length)]
    answers = scores(brelan, [text for text, _ in games], "--no-book", "--value-only")
    for (text, board), answer in zip(games, answers, strict=True):
        right = peer.mtdf(board, 0)
        assert answer["value"]["score"] == right, (text, answer, right)
    late = [(text, board) for text, board in games if len(text) >= 16]
    answers = scores(brelan, [text for text, _ in late], "--no-book")
    for (text, board), answer in zip(late, answers, strict=True):
        right = peer.scoreMoves(board)
        for move in answer["moves"]:
            column = int(move["move"]) - 1
            assert move["value"]["score"] == right[column], (text, column + 1, answer, right)
    print(f"puissance4: {len(games)} positions and the columns of {len(late)} equal to BitBully")


def mirrored(key):
    return sum(((key >> (7 * column)) & 0x7F) << (7 * (6 - column)) for column in range(7))


def book_positions(plies):
    """Every position of the given number of discs up to mirror image, in the order of the book."""
    level = {BOTTOM: bitbully_core.BoardCore()}
    for _ in range(plies):
        after = {}
        for board in level.values():
            for column in board.legalMoves(False, False):
                child = board.copy()
                child.play(column)
                if not child.hasWin():
                    key = packed_key(child)
                    after.setdefault(min(key, mirrored(key)), child)
        level = after
    return [level[key] for key in sorted(level)]


def packed_key(board):
    """The key of a position: seven bits a column, the discs of the side to move and a 1 above the top disc."""
    cells = board.toArray()
    counts = [sum(1 for cell in column if cell) for column in cells]
    to_move = 1 if sum(counts) % 2 == 0 else 2
    key = 0
    for column, (discs, height) in enumerate(zip(cells, counts)):
        bits = 1 << height
        for line in range(height):
            bits += (discs[line] == to_move) << line
        key += bits << (7 * column)
    return key


def check_book(path, peer):
    book = open(path, "rb").read()
    assert book[:5] == b"P4BK\x02", "not a book"
    book, told = book[:-SUM], int.from_bytes(book[-SUM:], "little")
    assert zlib.crc32(book) == told, "a byte of the book was changed"
    plies, count = book[5], int.from_bytes(book[6:HEADER], "little")
    boards = book_positions(plies)
    assert len(boards) == count == len(book) - HEADER, (len(boards), count, len(book))
    for index, board in enumerate(boards):
        score = int.from_bytes(book[HEADER + index : HEADER + index + 1], signed=True)
        right = peer.mtdf(board, 0)
        assert score == right, (plies, index, score, right)
    print(f"puissance4: all {count} positions of {plies} discs in the book equal to the 12-ply table")


def main():
    brelan, book = sys.argv[1:3]
    per_length = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    peer = bitbully_core.BitBullyCore(BitBullyDatabases().get_database_path("12-ply-dist"))
    check_positions(brelan, peer, per_length)
    check_book(book, peer)


main()
