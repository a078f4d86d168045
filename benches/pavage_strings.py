"""Compares the time that pavage takes for the COCO strings of masks with rlemasklib and pycocotools.

The program of pavage measures itself, so that its start does not count."""
# needs: venv

import struct
import subprocess

import measure
import numpy as np
import rlemasklib
from harness import ROOT
from pycocotools import mask as coco


def curved_mask(side):
    y, x = np.mgrid[0:side, 0:side] / side - 0.5
    angle, radius = np.arctan2(y, x), np.hypot(y, x)
    return (radius < 0.3 + 0.1 * np.sin(5 * angle)).astype(np.uint8)


def shortest(work):
    return min(measure.spent(work) for _ in range(10))


def main():
    example = ["cargo", "build", "--release", "--quiet", "--locked", "-p", "pavage", "--example", "coco_strings"]
    subprocess.run(example, check=True, cwd=ROOT)
    program = str(ROOT / "target/release/examples/coco_strings")
    ratios = measure.Ratios()
    for side in (640, 4000):
        mask = curved_mask(side)
        packed = struct.pack("<II", side, side) + mask.tobytes()
        contenders = {
            "pavage": lambda: float(subprocess.run([program], input=packed, capture_output=True, check=True).stderr),
            "rlemasklib": lambda: shortest(lambda: rlemasklib.encode(mask)),
            "pycocotools": lambda: shortest(lambda: coco.encode(np.asfortranarray(mask))),
        }
        best = measure.in_turn(contenders, 10)
        for peer, wanted in (("rlemasklib", 1), ("pycocotools", 3)):
            ratios.add(f"mask of {side} x {side}, {peer}", best["pavage"], best[peer], wanted)
    ratios.finish()


main()
