"""Times one report of five students of each subject, and classes of thirty with every mistake of the tests in them."""
# needs: default-jdk-headless junit4

import os
import pathlib
import shutil
import subprocess
import time

import measure
from grade import HOME, WRONG, changed, mistaken
from harness import build

PROGRAM = build("brelan", release=True)
PYTHON = ("421", "dominos", "awale", "image")
STUDENTS = 30


def classes():
    """Thirty submissions in each language: every mistake of the collection, and right programs."""
    folder = HOME / "classes"
    for subject in PYTHON:
        right = pathlib.Path(f"crates/grade/tests/class/{subject}.py").read_text()
        wrong = pathlib.Path(f"crates/grade/tests/class/{subject}.wrong.py").read_text()
        bodies = [""] + [part.split("\n", 1)[1] for part in ("\n" + wrong).split("\n#: ")[1:]]
        (folder / subject).mkdir(parents=True)
        for number in range(STUDENTS):
            body = bodies[number % len(bodies)]
            (folder / subject / f"{number:02}.py").write_text(f"{right}\n{body}\n# {number}\n")
    (folder / "allumettes").mkdir()
    for number in range(STUDENTS):
        case = WRONG[number * len(WRONG) // STUDENTS]
        made = mistaken(case) if number % 3 else changed(case[2], [])
        shutil.move(made, folder / "allumettes" / f"{number:02}")
    return folder


def timed(*arguments):
    """Wall time, because a class is graded on all cores."""
    command = [PROGRAM, "grade", *map(str, arguments)]
    return measure.spent(lambda: subprocess.run(command, capture_output=True), time.monotonic)


folder = classes()
for subject in (*PYTHON, "allumettes"):
    ending = ".py" if subject in PYTHON else ""
    alone = sorted(timed(subject, folder / subject / f"{number:02}{ending}") for number in range(5))
    took = timed(subject, "--each", folder / subject)
    print(f"{subject}: one report {alone[2]:.1f} s in the median, {alone[-1]:.1f} s at most; a class of {STUDENTS} "
          f"in {took:.0f} s on {os.cpu_count()} cores, {took / STUDENTS:.1f} s a student")
measure.machine()
