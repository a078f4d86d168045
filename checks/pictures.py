"""Compares pavage with WebP and JPEG XL on pictures of public packages and generated ones: their sizes, and every
pixel that comes back.

fixtures/pictures.json has the sizes of the others by the digest of the picture, as `benches/pictures.py --fixture` wrote
them; JPEG XL fails on some. A picture of a package that was changed since then is left out."""
# needs: poppler-utils venv

import hashlib
import json
import math
import subprocess
import sys

from harness import ROOT, build, scratch
from PIL import Image

sys.path.append(str(ROOT / "benches"))
from pictures_corpus import chosen, collect

GOALS = {"WebP": 0.8, "JPEG XL": 0.75}


def encoded(program, path, folder):
    """Size of a picture, which comes back."""
    subprocess.run([program, "encode", "--force", path, "-o", folder / "out.pav"], check=True, capture_output=True)
    subprocess.run([program, "decode", "--force", folder / "out.pav", "-o", folder / "back.png"], check=True, capture_output=True)
    one, other = (Image.open(file).convert("RGBA") for file in (path, folder / "back.png"))
    assert one.tobytes() == other.tobytes(), f"{path} did not come back"
    return (folder / "out.pav").stat().st_size


def main():
    known = {key: sizes for group in json.loads((ROOT / "checks/fixtures/pictures.json").read_text()).values() for key, sizes in group.items()}
    program, folder, rows = build("pavage", release=True), scratch(), []
    for path in chosen(collect(), 4):
        sizes = known.get(hashlib.sha256(path.read_bytes()).hexdigest()[:16])
        own = encoded(program, path, folder)
        if sizes:
            rows.append((own, *sizes))
    assert len(rows) > 0.7 * len(known), "most pictures are others than those of checks/pictures.json"
    for place, (peer, goal) in enumerate(GOALS.items(), 1):
        pairs = [(row[0], row[place]) for row in rows if row[place]]
        total = sum(own for own, _ in pairs) / sum(other for _, other in pairs)
        mean = math.exp(sum(math.log(own / other) for own, other in pairs) / len(pairs))
        print(f"{len(pairs)} pictures come back and take {total:.2f} of the bytes of {peer}, {mean:.2f} in the geometric mean")
        assert max(total, mean) < goal, f"{goal} of {peer} are asked for"


main()
