"""Compares the speed of pavage.mask with pycocotools and rlemasklib, and that of label maps with crackle, with equal
results: pavage_python.py [--goals].

Fails if a function is slower than that of pycocotools by more than the noise of a busy machine; with --goals
also if it is not faster by the factor of its goal.
"""
# needs: venv

import sys

import measure
import numpy as np
from harness import run_with

run_with("pavage/python")

import crackle
import pavage
import pavage.mask as ours
import pycocotools.mask as theirs
from rlemasklib import RLEMask
from skimage import color, data, filters, measure as components, segmentation, transform

ROUNDS = 6
# The goals: least ratio of the time of pycocotools to ours, by function.
GOALS = {"encode": 10, "decode": 10, "decode, cold": 10, "merge": 5, "iou": 5}
NOISE = 0.9
RANDOM = np.random.default_rng(7)


def blob(side):
    """A mask of a disc with a wavy edge at a random place."""
    y, x = np.mgrid[0:side, 0:side] / side
    centre = RANDOM.uniform(0.2, 0.8, 2)
    angle, radius = np.arctan2(y - centre[0], x - centre[1]), np.hypot(y - centre[0], x - centre[1])
    waves, depth = RANDOM.integers(2, 9), RANDOM.uniform(0, 0.1)
    return np.asfortranarray((radius < RANDOM.uniform(0.1, 0.4) + depth * np.sin(waves * angle)).view(np.uint8))


def star(side):
    angles = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    radii = side * RANDOM.uniform(0.2, 0.45, 60)
    corners = np.stack([np.cos(angles) * radii, np.sin(angles) * radii], 1) + side / 2
    return corners.ravel().tolist()


def seconds(work, least=2e-3):
    """Processor time of one call in seconds, averaged over calls that take a few milliseconds together.

    The first call is not counted: it gets memory from the system, which the call of the other module had
    returned.
    """
    work()
    calls = 1

    def repeat():
        # No result is kept, so that the next one takes its memory.
        for _ in range(calls):
            work()

    while (passed := measure.spent(repeat)) < least:
        calls = max(2 * calls, int(calls * least / max(passed, 1e-6)))
    return passed / calls


def cold_seconds(work, other):
    """Processor time of one call right after one of the other module, so that its memory comes from the system."""
    other()
    return measure.spent(work)


def calls(side):
    """For each function a closure that calls it, with the module as argument."""
    mask = blob(side)
    count = 200 if side <= 640 else 40
    # Large discs take seconds to generate, large stars do not.
    make = (lambda: theirs.encode(blob(side))) if side <= 640 else (
        lambda: theirs.frPyObjects([star(side)], side, side)[0]
    )
    rles = [make() for _ in range(count)]
    boxes = np.column_stack([RANDOM.uniform(0, side / 2, (200, 2)), RANDOM.uniform(1, side / 2, (200, 2))])
    crowds = RANDOM.integers(0, 2, count).tolist()
    polygons = [star(side) for _ in range(10)]
    uncompressed = {"size": [side, side], "counts": np.diff(np.arange(0, side * side + 1, side // 2)).tolist()}
    return {
        "encode": lambda module: module.encode(mask),
        "decode": lambda module: module.decode(rles[0]),
        "decode, cold": lambda module: module.decode(rles[0]),
        "area": lambda module: module.area(rles),
        "area of one": lambda module: module.area(rles[0]),
        "toBbox": lambda module: module.toBbox(rles),
        "toBbox of one": lambda module: module.toBbox(rles[0]),
        "merge": lambda module: module.merge(rles),
        "merge, common": lambda module: module.merge(rles[:2], intersect=True),
        "iou": lambda module: module.iou(rles, rles, crowds),
        "iou of boxes": lambda module: module.iou(boxes, boxes, [0] * 200),
        "polygons": lambda module: module.frPyObjects(polygons, side, side),
        "boxes": lambda module: module.frPyObjects(boxes[:20], side, side),
        "counts": lambda module: module.frPyObjects(uncompressed, side, side),
    }


def same(a, b):
    return np.array_equal(a, b) if isinstance(a, np.ndarray) else a == b


def compare(side, ratios):
    for name, call in calls(side).items():
        assert same(call(ours), call(theirs)), name

        def timed(module, other):
            work = lambda: call(module)
            return lambda: cold_seconds(work, lambda: call(other)) if "cold" in name else seconds(work)

        goal = GOALS.get(name, 1)
        contenders = {"ours": timed(ours, theirs), "theirs": timed(theirs, ours)}
        best = measure.in_turn(contenders, ROUNDS, lambda best: best["theirs"] >= 1.1 * goal * best["ours"])
        ratios.add(f"{side:5} {name}", best["ours"], best["theirs"], goal if "--goals" in sys.argv else NOISE)


def compare_objects(side, ratios):
    """Masks that keep their runs, here and in rlemasklib."""
    arrays = [blob(side) for _ in range(40 if side <= 640 else 8)]
    kept, others = [ours.RLE(array) for array in arrays], [RLEMask.from_array(array) for array in arrays]
    iou = np.asarray(RLEMask.iou_matrix(others, others))
    assert np.allclose(ours.iou(kept, kept, [0] * len(kept)), iou)
    assert np.array_equal(ours.RLE.union(kept).decode(), RLEMask.union(others).to_array())
    calls = {
        "encode": (lambda: ours.RLE(arrays[0]), lambda: RLEMask.from_array(arrays[0])),
        "decode": (kept[0].decode, others[0].to_array),
        "iou": (lambda: ours.iou(kept, kept, [0] * len(kept)), lambda: RLEMask.iou_matrix(others, others)),
        "union": (lambda: ours.RLE.union(kept), lambda: RLEMask.union(others)),
        "intersection of two": (lambda: kept[0] & kept[1], lambda: others[0] & others[1]),
    }
    for name, (mine, other) in calls.items():
        best = measure.in_turn({"ours": lambda: seconds(mine), "theirs": lambda: seconds(other)}, ROUNDS)
        ratios.add(f"{side:5} RLE {name}, rlemasklib", best["ours"], best["theirs"], NOISE)


def label_maps():
    """Label maps of 512 x 512 of photographs."""
    for name in ("astronaut", "coffee", "chelsea", "rocket"):
        photograph = transform.resize(getattr(data, name)(), (512, 512))
        grey = filters.gaussian(color.rgb2gray(photograph), 1.5)
        yield f"{name} superpixels", segmentation.slic(photograph, n_segments=250, channel_axis=2)
        yield f"{name} watershed", segmentation.watershed(filters.sobel(grey), markers=300)
        yield f"{name} components", components.label(np.digitize(grey, [0.2, 0.4, 0.6, 0.8]), connectivity=1)


def compare_label_maps(ratios):
    """Sizes, and times that must be at most twice those of crackle."""
    sizes, orders = [], range(8)
    for name, labels in label_maps():
        labels = labels.astype(np.uint32)
        file, other = pavage.encode(labels), crackle.compress(labels)
        assert np.array_equal(pavage.decode(file), labels) and np.array_equal(crackle.decompress(other)[..., 0], labels)
        smallest = min(len(crackle.compress(labels, markov_model_order=order)) for order in orders)
        sizes.append((len(file), len(other), smallest))
        for what, mine, theirs in (
            ("encode", lambda: pavage.encode(labels), lambda: crackle.compress(labels)),
            ("decode", lambda: pavage.decode(file), lambda: crackle.decompress(other)),
        ):
            best = measure.in_turn({"ours": lambda: seconds(mine), "theirs": lambda: seconds(theirs)}, ROUNDS)
            ratios.add(f"{name}, {what}, crackle", best["ours"], best["theirs"], 0.5)
    ours, usual, smallest = map(sum, zip(*sizes))
    print(f"{len(sizes)} label maps take {ours} bytes, {usual / ours:.2f} times as many with crackle, {smallest / ours:.2f} at its best order")


ratios = measure.Ratios()
compare_label_maps(ratios)
for side in (640, 4000):
    compare(side, ratios)
    compare_objects(side, ratios)
ratios.finish()
