"""Checks that COCOeval gives the same numbers with pavage.mask as with pycocotools: pavage_python_eval.py.

With the argument `ours` or `theirs` it is the child process that prints the numbers of one module.
"""

import contextlib
import io
import json
import subprocess
import sys

import numpy as np


def star(random, side):
    corners = int(random.integers(5, 14))
    angles = np.sort(random.uniform(0, 2 * np.pi, corners))
    radii = side * random.uniform(0.05, 0.3, corners)
    centre = random.uniform(0.1 * side, 0.9 * side, 2)
    points = np.stack([np.cos(angles) * radii, np.sin(angles) * radii], 1) + centre
    return points.clip(0, side).ravel().round(2).tolist()


def data_set(pictures, crowds, mask):
    """A generated data set: annotations as polygons, crowds as run lengths, results as strings."""
    random = np.random.default_rng(pictures)
    side, images, annotations, results = 200, [], [], []
    for image in range(1, pictures + 1):
        images.append({"id": image, "height": side, "width": side})
        for _ in range(int(random.integers(1, 6))):
            polygon = star(random, side)
            rle = mask.frPyObjects([polygon], side, side)[0]
            is_crowd = int(crowds and random.random() < 0.3)
            segmentation = [polygon]
            if is_crowd:
                pixels = mask.decode(rle).ravel(order="F")
                ends = np.flatnonzero(np.diff(pixels, prepend=0)).tolist() + [side * side]
                segmentation = {"size": [side, side], "counts": np.diff(ends, prepend=0).tolist()}
            category = int(random.integers(1, 4))
            annotation = {
                "id": len(annotations) + 1,
                "image_id": image,
                "category_id": category,
                "iscrowd": is_crowd,
                "area": float(mask.area(rle)),
                "bbox": mask.toBbox(rle).tolist(),
                "segmentation": segmentation,
            }
            annotations.append(annotation)
            for _ in range(int(random.integers(0, 3))):
                moved = (np.array(polygon) + random.normal(0, 4, len(polygon))).clip(0, side).tolist()
                found = mask.frPyObjects([moved], side, side)[0]
                found["counts"] = found["counts"].decode()
                score = float(random.random())
                results.append(
                    {"image_id": image, "category_id": category, "segmentation": found, "score": score}
                )
    categories = [{"id": category, "name": str(category)} for category in range(1, 4)]
    return {"info": {}, "images": images, "annotations": annotations, "categories": categories}, results


def numbers(which):
    if which == "ours":
        import pavage.mask

        sys.modules["pycocotools.mask"] = pavage.mask
    import pycocotools
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    mask = sys.modules["pycocotools.mask"]
    pycocotools.mask = mask
    answers = [mask.__name__]
    for pictures, crowds in ((500, False), (120, True)):
        annotations, results = data_set(pictures, crowds, mask)
        with contextlib.redirect_stdout(io.StringIO()):
            truth = COCO()
            truth.dataset = annotations
            truth.createIndex()
            found = truth.loadRes(results)
            for kind in ("segm", "bbox"):
                evaluation = COCOeval(truth, found, kind)
                evaluation.evaluate()
                evaluation.accumulate()
                evaluation.summarize()
                answers.append(evaluation.stats.tolist())
        answers.append([len(annotations["annotations"]), len(results)])
    print(json.dumps(answers))


def child(which):
    run = subprocess.run([sys.executable, __file__, which], capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


if __name__ == "__main__":
    if sys.argv[1:]:
        numbers(sys.argv[1])
    else:
        ours, theirs = child("ours"), child("theirs")
        assert (ours[0], theirs[0]) == ("pavage.mask", "pycocotools.mask"), (ours[0], theirs[0])
        assert ours[1:] == theirs[1:], (ours, theirs)
        assert 0 < ours[1][0] < 1 and 0 < ours[4][0] < 1, ours
        print(f"COCOeval finds the same numbers, average precision {ours[1][0]:.3f} and, with crowds, {ours[4][0]:.3f}")
