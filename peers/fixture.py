"""Writes what another program answered, for the checks to compare with."""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "checks"))


def write(name, rows):
    """Writes several short rows in a line."""
    lines = [""]
    for row in rows:
        if len(lines[-1]) > 1000:
            lines.append("")
        lines[-1] += json.dumps(row, separators=(",", ":")) + ","
    text = "\n".join(lines).removesuffix(",")
    (ROOT / f"checks/fixtures/{name}.json").write_text(f"[\n{text}\n]\n")
    print(f"{len(rows)} rows of checks/fixtures/{name}.json")
