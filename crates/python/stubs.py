"""Writes the type stubs of the modules in `brelan.subjects`: `python stubs.py`.

`python stubs.py --check` writes nothing and lists the stubs that are out of date.
"""

from __future__ import annotations

import pathlib
import sys

from brelan import _brelan

FOLDER = pathlib.Path(__file__).parent / "python" / "brelan" / "subjects"
SUBJECTS = {"jeu421": "421", "awale": "awale", "dominos": "dominos", "puissance4": "puissance4", "image": "image"}
HEAD = """# Made by crates/python/stubs.py.
from collections.abc import Sequence
from typing import Any, Union

Domino = Union[Sequence[int], int]
Couleur = Any
"""


def parameter(name: str, of: str, default: tuple | None, changes: bool) -> str:
    if not changes:
        of = of.replace("list[", "Sequence[")
    if "Domino" in of and changes:
        of = "list[Any]"
    return f"{name}: {of}" + ("" if default is None else f" = {default[0]!r}")


def stub(subject: str) -> str:
    lines = [HEAD]
    for name, value in _brelan.samples(subject).items():
        if name.isidentifier():
            lines.append(f"{name}: {type(value).__name__}" + ("[Any]" if isinstance(value, list) else ""))
    for function in _brelan.functions(subject):
        returns = function["returns"].replace("Domino", "Any")
        for name in [function["name"], *function["aliases"]]:
            if function["constant"]:
                lines.append(f"{name}: {returns}")
            else:
                parameters = ", ".join(parameter(*it) for it in function["parameters"])
                lines.append(f"def {name}({parameters}) -> {returns}: ...")
    return "\n".join(lines) + "\n"


def main() -> int:
    stale = []
    for module, subject in SUBJECTS.items():
        path, text = FOLDER / f"{module}.pyi", stub(subject)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(text, encoding="utf-8")
    print("\n".join(stale) or "every stub is up to date")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
