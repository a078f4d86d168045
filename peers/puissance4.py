"""Scores of BitBully for random positions of Puissance 4 of every length, with those of its columns where the search
is short. The shipped book must equal the 12-ply table of bitbully-databases, backed up by BitBully's own search;
the digest of the book that did is kept.

`--full` takes ten times as many positions."""

import hashlib
import random
import sys
import zlib

import fixture
from bitbully import bitbully_core
from bitbully_databases import BitBullyDatabases

BOOK = fixture.ROOT / "games/puissance4/book.p4"
PER_LENGTH = 100 if "--full" in sys.argv else 10
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


def scored(peer):
    """Positions with their score, and the scores of the columns from 1 to 7 from 16 discs on."""
    luck = random.Random(4)
    for text, board in [random_game(luck, discs) for discs in range(8, 42) for _ in range(PER_LENGTH)]:
        yield text, peer.mtdf(board, 0), list(peer.scoreMoves(board)) if len(text) >= 16 else None


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


def check_book(peer):
    whole = book = BOOK.read_bytes()
    assert book[:5] == b"P4BK\x02", "not a book"
    book, told = book[:-SUM], int.from_bytes(book[-SUM:], "little")
    assert zlib.crc32(book) == told, "a byte of the book was changed"
    plies, count = book[5], int.from_bytes(book[6:HEADER], "little")
    boards = book_positions(plies)
    assert len(boards) == count == len(book) - HEADER, (len(boards), count, len(book))
    for index, board in enumerate(boards):
        score = int.from_bytes(book[HEADER + index : HEADER + index + 1], signed=True)
        assert score == peer.mtdf(board, 0), (plies, index, score)
    return ["book", hashlib.sha256(whole).hexdigest()]


peer = bitbully_core.BitBullyCore(BitBullyDatabases().get_database_path("12-ply-dist"))
fixture.write("puissance4", [check_book(peer), *scored(peer)])
