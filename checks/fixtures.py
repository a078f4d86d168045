"""Compares the games and the format of pictures with what other programs answered: NAME.json of checks/fixtures,
which `target/check/venv/bin/python peers/NAME.py` makes.

The library of pavage builds without the dependencies of its program, and file(1) recognises the format."""
# needs: file venv

import hashlib
import json
import pathlib
import re
from fractions import Fraction

from harness import ROOT, build, output, scratch
from pavage_pictures import digest, encoded, generated

RECORD = """brelan record 1
game awale
position 4,4,4,4,4,4,4,4,4,4,4,4
referee guarded
first A@humain
second B@humain

"""


def fixture(name):
    return json.loads((ROOT / f"checks/fixtures/{name}.json").read_text())


def analysed(game, positions, *options):
    lines = output(brelan, "analyse", game, "--json", *options, "-", input="\n".join(positions)).splitlines()
    return list(map(json.loads, lines))


def check_421():
    """Exact fractions, computed from the rules a second time."""
    known, worst = fixture("421"), 0
    for (position, win), answer in zip(known, analysed("421", [row[0] for row in known]), strict=True):
        worst = max(worst, abs(Fraction(answer["value"]["win"]) - Fraction(win)))
        assert worst < Fraction(1, 10**14), (position, answer)
    print(f"421: {len(known)} positions agree with exact fractions, at worst within {float(worst):.1e}")


def check_awale():
    """Boards of OpenSpiel after each move of random games."""
    boards, file = 0, scratch() / "game"
    for moves, expected in fixture("awale"):
        lines = (f"{('first', 'second')[turn % 2]} plays {pit}\n" for turn, pit in enumerate(moves))
        file.write_text(RECORD + "".join(lines))
        shown = [line for line in output(brelan, "replay", file).splitlines() if line.startswith("|")]
        rows = [[chr(ord("0") + int(seeds)) for seeds in re.findall(r"\d+", line)] for line in shown]
        found = ["".join(below + above[::-1]) for above, below in zip(rows[::2], rows[1::2])]
        assert found[: len(expected.split())] == expected.split(), f"boards differ in {moves}"
        boards += len(expected.split())
    print(f"awalé: {boards} boards of random games are those of OpenSpiel")


def check_puissance4():
    """Scores of BitBully, and a book whose every score it has compared with its 12-ply table."""
    (_, book), *known = fixture("puissance4")
    found = hashlib.sha256(pathlib.Path("games/puissance4/book.p4").read_bytes()).hexdigest()
    assert found == book, "the book is another one than was compared with the 12-ply table"
    positions = [row[0] for row in known]
    for (text, score, _), answer in zip(known, analysed("puissance4", positions, "--no-book", "--value-only"), strict=True):
        assert answer["value"]["score"] == score, (text, answer, score)
    late = [row for row in known if row[2]]
    for (text, _, columns), answer in zip(late, analysed("puissance4", [row[0] for row in late], "--no-book"), strict=True):
        for move in answer["moves"]:
            assert move["value"]["score"] == columns[int(move["move"]) - 1], (text, move, columns)
    print(f"puissance4: {len(known)} positions and the columns of {len(late)} equal to BitBully, as is the book")


def check_pavage():
    """Files that were decoded by the page of the format alone."""
    tree = output("cargo", "tree", "--locked", "-p", "pavage", "--no-default-features", "-e", "normal", "--prefix", "none")
    assert not re.findall("^(?:anyhow|clap|indicatif|tempfile) .*", tree, re.MULTILINE), "the library needs what only the program does"
    program, pictures, known = build("pavage"), generated(), scratch() / "known"
    output(program, "encode", "-", "-o", known, input="[[0,1],[1,1]]")
    told = output("file", "--brief", "--mime-type", "-m", "packaging/pavage.magic", known).strip()
    assert told == "image/x-pav", told
    for mode, count, wanted in fixture("pavage"):
        files = encoded(program, mode, pictures[mode])
        assert digest(files) == wanted, f"the files of the mode {mode} are others than were decoded: run peers/pavage.py"
        print(f"pavage: {count} files of the mode {mode} are those that the page alone decodes")


brelan = build("brelan")
for check in (check_421, check_awale, check_puissance4, check_pavage):
    check()
