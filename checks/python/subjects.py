"""Compares every function of brelan.subjects with `brelan subject` on generated cases."""

import contextlib
import importlib
import io
import json
import subprocess
import sys

from brelan import _brelan

MODULES = {"421": "jeu421", "awale": "awale", "dominos": "dominos", "puissance4": "puissance4", "image": "image"}
CASES = 4


def as_json(value):
    """The value after a round trip through JSON, with lists in place of tuples."""
    return json.loads(json.dumps(value))


def at_the_terminal(program, subject, name, args, answers):
    words = [arg if isinstance(arg, str) else json.dumps(arg) for arg in args]
    run = subprocess.run(
        [program, "subject", subject, name, "--", *words],
        input=answers, capture_output=True, text=True, check=False,
    )
    return run.returncode, run.stdout, run.stderr


def in_python(module, name, args, answers):
    """Calls a function; returns its result, its arguments afterwards and its output."""
    function = getattr(importlib.import_module(f"brelan.subjects.{module}"), name)
    if not callable(function):
        return function, [], ""
    stdin, sys.stdin = sys.stdin, io.StringIO(answers)
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            returned = function(*args)
    finally:
        sys.stdin = stdin
    return returned, args, printed.getvalue()


def main(program):
    calls = 0
    for subject, module in MODULES.items():
        for function in _brelan.functions(subject):
            if function["random"]:
                continue
            name = function["name"]
            for args, answers in _brelan.cases(subject, name, CASES):
                code, out, _ = at_the_terminal(program, subject, name, args, answers)
                assert code == 0, (subject, name, args)
                returned, after, printed = in_python(module, name, args, answers)
                if function["program"]:
                    assert (printed, returned) == (out, None), (name, args, printed, out)
                    calls += 1
                    continue
                # What the function prints comes before its answer.
                told = json.loads(out.splitlines()[-1])
                if isinstance(told, dict) and set(told) == {"return", "args"}:
                    assert as_json(after) == told["args"], (name, args, after, told)
                    told = told["return"]
                assert as_json(returned) == told, (name, args, returned, told)
                calls += 1
    print(f"{calls} calls of the subjects' functions equal the command line's")


main(sys.argv[1])
