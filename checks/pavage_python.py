"""Installs pavage for Python and compares it with pycocotools, Pillow, the tests of numcodecs, and the second reader
of peers/pavage.py.

Results, types, exceptions and the numbers of COCOeval must be equal. Also tests round trips of every kind of
array, eight threads at once, and that malformed input raises an exception.
"""
# needs: venv

import concurrent.futures
import contextlib
import doctest
import io

import sys

from harness import ROOT, run_with, scratch

run_with("pavage/python")

import numcodecs.registry
import numpy as np
import pavage
import pavage.mask as ours
import pavage.numcodecs
import pycocotools.coco
import pycocotools.cocoeval
import pycocotools.mask as theirs
from numcodecs.tests import common as codec_tests
from PIL import Image

sys.path.insert(0, str(ROOT / "peers"))
from pavage_reader import decode as read_again

RANDOM = np.random.default_rng(20260)


def random_mask(most=60):
    height, width = RANDOM.integers(1, most, 2)
    density = RANDOM.choice([0, 0.02, 0.3, 0.5, 0.9, 1])
    block = int(RANDOM.integers(1, 6))
    small = RANDOM.random((height // block + 1, width // block + 1)) < density
    return np.asfortranarray(small.repeat(block, 0).repeat(block, 1)[:height, :width].view(np.uint8))


def random_polygon(side):
    corners = int(RANDOM.integers(3, 12))
    points = RANDOM.uniform(-0.3 * side, 1.3 * side, 2 * corners)
    return (points if RANDOM.random() < 0.7 else points.round()).tolist()


def check_same(name, *arguments):
    a, b = (getattr(module, name)(*arguments) for module in (ours, theirs))
    assert type(a) is type(b), (type(a), type(b))
    if isinstance(a, np.ndarray):
        assert (a.dtype, a.shape, a.flags.f_contiguous) == (b.dtype, b.shape, b.flags.f_contiguous)
        assert np.array_equal(a, b), (a, b)
        assert a.flags.writeable
    else:
        assert a == b, (a, b)
    return a


def masks_are_those_of_pycocotools():
    for _ in range(4000):
        mask = random_mask()
        rle = check_same("encode", mask)
        for name in ("decode", "area", "toBbox"):
            check_same(name, rle)
    for shape in [(0, 0), (0, 3), (3, 0), (1, 1)]:
        for mask in (np.zeros(shape, np.uint8, order="F"), np.ones(shape, np.uint8, order="F")):
            check_same("encode", mask)
            check_same("encode", mask.astype(bool, order="F"))
    several = np.asfortranarray(RANDOM.integers(0, 2, (7, 9, 5), np.uint8))
    rles = check_same("encode", several)
    for name in ("decode", "area", "toBbox"):
        check_same(name, rles)
        check_same(name, rles[:1])
    check_same("area", [])
    check_same("toBbox", [])
    text = {"size": rles[0]["size"], "counts": rles[0]["counts"].decode()}
    check_same("decode", text)


def merges_and_overlaps_are_those_of_pycocotools():
    for _ in range(800):
        height, width = RANDOM.integers(1, 50, 2)
        count = int(RANDOM.integers(1, 7))
        density = RANDOM.choice([0, 0.1, 0.5, 0.95, 1], count)
        noise = RANDOM.random((height, width, count)) < density
        blobs = RANDOM.random((height // 5 + 1, width // 5 + 1, count)) < density
        blobs = blobs.repeat(5, 0).repeat(5, 1)[:height, :width]
        for masks in (noise, blobs):
            rles = theirs.encode(np.asfortranarray(masks.astype(np.uint8)))
            for intersect in (0, 1, True):
                check_same("merge", rles, intersect)
            crowds = RANDOM.integers(0, 2, count).tolist()
            check_same("iou", rles, rles, crowds)
            check_same("iou", rles[:1], rles, np.array(crowds, bool))
    other = theirs.encode(np.ones((4, 4), np.uint8, order="F"))
    check_same("merge", [rles[0], other])
    check_same("merge", [])
    check_same("iou", [other], [theirs.encode(np.ones((5, 4), np.uint8, order="F"))], [0])
    for empty in ([], np.zeros((0, 4))):
        check_same("iou", empty, [], [])
    boxes = RANDOM.uniform(0, 10, (30, 4))
    crowds = RANDOM.integers(0, 2, 30)
    check_same("iou", boxes, boxes, crowds)
    check_same("iou", boxes.tolist(), boxes.round().astype(int), crowds.tolist())


def polygons_boxes_and_counts_are_those_of_pycocotools():
    for _ in range(4000):
        height, width = (int(side) for side in RANDOM.integers(1, 80, 2))
        polygons = [random_polygon(max(height, width)) for _ in range(2)]
        check_same("frPyObjects", polygons, height, width)
        boxes = np.ascontiguousarray(RANDOM.uniform(-10, 60, (3, 4)))
        check_same("frPyObjects", boxes, height, width)
    large = [random_polygon(4000) for _ in range(50)]
    check_same("frPyObjects", large, 4000, 3000)
    check_same("frPyObjects", [np.array(large[0]), tuple(large[1])], 4000, 3000)
    counts = {"size": [3, 4], "counts": [0, 5, 0, 3, 4]}
    check_same("frPyObjects", counts, 9, 9)
    check_same("frPyObjects", [counts, counts], 9, 9)


def fault(call, *arguments):
    try:
        call(*arguments)
    except Exception as error:  # the types of the exceptions are compared
        return type(error)
    return None


def errors_are_those_of_pycocotools():
    mask = np.asfortranarray(np.eye(4, dtype=np.uint8))
    rle = theirs.encode(mask)
    box = [0, 0, 1, 1]
    cases = {
        "encode": [
            [np.ascontiguousarray(random_mask().repeat(2, 0).repeat(3, 1)[:, :3])],
            [np.zeros((8, 8), np.uint8, order="F")[::2, ::2]],
            [mask.astype(int)],
            [mask.astype(float)],
            [[[0]]],
            [None],
            [np.zeros((3, 4, 2), np.uint8)],
        ],
        "decode": [
            [None],
            [(rle,)],
            [{"size": [4, 4]}],
            [{"counts": b"1"}],
            [{"size": [4, 4], "counts": [16]}],
            [{"size": [4], "counts": b"1"}],
            [{"size": [-4, 4], "counts": b"1"}],
            [{"size": [4, 4], "counts": b"oo1"}],
            [["x"]],
        ],
        "merge": [[rle], [None], [[box]]],
        "iou": [
            [[rle], [rle], []],
            [[rle], [box], [0]],
            [(rle,), (rle,), [0]],
            [rle, rle, [0]],
            [[tuple(box)], [tuple(box)], [0]],
            [box, [box], [0]],
            [[rle, box], [rle], [0]],
            [np.zeros((1, 5)), [box], [0]],
            [[rle], [rle], ["x"]],
        ],
        "frPyObjects": [
            [[], 3, 4],
            [None, 3, 4],
            [tuple(box), 3, 4],
            [[box], 3, 4],
            [box, 3, 4],
            [[[1, 2]], 3, 4],
            [[["a"] * 6], 3, 4],
            [[np.zeros((5, 2))], 3, 4],
            [np.array([box]), 3, 4],
            [np.array(box, float), 3, 4],
            [rle, 4, 4],
            [{"size": [3, 4], "counts": [-7, 1, 4]}, 3, 4],
            [[[0.0] * 6], -3, 4],
        ],
    }
    for name, calls in cases.items():
        for arguments in calls:
            expected, found = (fault(getattr(module, name), *arguments) for module in (theirs, ours))
            assert expected is not None and found is expected, (name, arguments, found, expected)


def what_pycocotools_leaves_to_chance_is_an_exception():
    size = [4, 4]
    for counts in (b"5", b"", b"\xff", b"1 2", b"a", b"00000000000000001", b"0O", "é", b"1" * 1000):
        rle = {"size": size, "counts": counts}
        for call in (ours.decode, ours.area, ours.toBbox):
            assert fault(call, rle) is ValueError, counts
        assert fault(ours.merge, [rle] * 2) is ValueError
    two = [theirs.encode(np.ones(shape, np.uint8, order="F")) for shape in ((4, 4), (3, 4))]
    assert fault(ours.decode, two) is ValueError
    assert fault(ours.decode, {"size": [1 << 40, 1 << 40], "counts": b"1"}) is ValueError
    assert fault(ours.frPyObjects, [[0, 0, float("nan"), 1, 1, 1]], 3, 4) is ValueError
    assert fault(ours.frPyObjects, [[0, 0, 1e300, 1, 1, 1]], 3, 4) is None
    assert fault(ours.frPyObjects, np.zeros((2, 3)), 3, 4) is ValueError
    for shape in [(3,), (3, 3, 3, 3)]:
        assert fault(ours.encode, np.zeros(shape, np.uint8, order="F")) is ValueError
    frozen = np.asfortranarray(np.eye(3, dtype=np.uint8))
    frozen.setflags(write=False)
    assert ours.encode(frozen) == theirs.encode(frozen)


def arrays_come_back():
    for dtype in (np.uint8, np.uint16):
        for channels in ((), (1,), (2,), (3,), (4,)):
            for shape in ((0, 0), (1, 1), (17, 23)):
                array = RANDOM.integers(0, np.iinfo(dtype).max, shape + channels, dtype, endpoint=True)
                back = pavage.decode(pavage.encode(array))
                assert back.dtype == dtype and back.flags.c_contiguous and back.flags.writeable
                assert np.array_equal(back, array[..., 0] if channels == (1,) else array)
    bits = RANDOM.random((40, 50)) < 0.2
    for mode in (None,) + pavage.MODES:
        assert np.array_equal(pavage.decode(pavage.encode(bits, mode=mode)), np.where(bits, 255, 0))


def strange_arrays_and_bytes_are_exceptions():
    array = RANDOM.integers(0, 256, (20, 20), np.uint8)
    frozen = array.copy()
    frozen.setflags(write=False)
    assert pavage.encode(frozen) == pavage.encode(array)
    cases = [
        (ValueError, pavage.encode, [array[::2, ::2]]),
        (ValueError, pavage.encode, [np.asfortranarray(array[:, :7])]),
        (ValueError, pavage.encode, [np.zeros((2, 2, 5), np.uint8)]),
        (ValueError, pavage.encode, [np.zeros(4, np.uint8)]),
        (ValueError, pavage.encode, [np.zeros((1, 1, 1, 1), np.uint8)]),
        (TypeError, pavage.encode, [array.astype(float)]),
        (TypeError, pavage.encode, [array.tolist()]),
        (TypeError, pavage.encode, [None]),
        (ValueError, pavage.decode, [b""]),
        (ValueError, pavage.decode, [b"\x89PNG"]),
        (ValueError, pavage.decode, [pavage.encode(array)[:-1]]),
        (ValueError, pavage.decode, [pavage.encode(array) + b"x"]),
        (TypeError, pavage.decode, [None]),
        (FileNotFoundError, pavage.open, ["/nowhere/x.pav"]),
        (FileNotFoundError, pavage.save, ["/nowhere/x.pav", array]),
        (TypeError, pavage.runs, [array.astype(float)]),
        (ValueError, pavage.rectangles, [array[:, ::2]]),
    ]
    for expected, call, arguments in cases:
        found = fault(call, *arguments)
        assert found and issubclass(found, expected), (call, arguments, found)
    for options in ({"max_pixels": 399}, {"max_memory": 1000}):
        try:
            pavage.decode(pavage.encode(array), **options)
            raise AssertionError(options)
        except ValueError as error:
            assert "the limit is" in str(error), error
    file = pavage.encode(array)
    for at in range(len(file)):
        damaged = bytearray(file)
        damaged[at] ^= 0x55
        assert fault(lambda: pavage.decode(damaged, max_pixels=1 << 20)) in (None, ValueError), at


def runs_and_rectangles_paint_the_array():
    array = RANDOM.integers(0, 3, (30, 40), np.uint8).repeat(2, 0)
    lengths, colours = pavage.runs(array)
    assert np.array_equal(np.repeat(colours, lengths).reshape(array.shape), array)
    sides, colours = pavage.rectangles(array)
    painted = np.full_like(array, 9)
    for (top, left, height, width), colour in zip(sides, colours):
        part = painted[top : top + height, left : left + width]
        assert (part == 9).all()
        part[:] = colour
    assert np.array_equal(painted, array)


def pillow_opens_and_saves():
    size, path = (13, 7), str(scratch() / "x.pav")
    for mode in ("1", "L", "LA", "RGB", "RGBA", "I;16"):
        levels = RANDOM.integers(0, 256, 13 * 7 * 8, np.uint8).tobytes()
        image = Image.frombytes(mode, size, levels[: len(Image.new(mode, size).tobytes())])
        image.save(path)
        with Image.open(path) as read:
            assert read.format == "PAV" and read.size == size
            expected = image.convert("L") if mode == "1" else image
            assert read.mode == expected.mode and read.tobytes() == expected.tobytes(), mode
    assert issubclass(fault(Image.new("CMYK", (2, 2)).save, path), OSError), "CMYK was written"
    small = RANDOM.integers(0, 5, (7, 13), np.uint16)
    pavage.save(path, small, labels=True)
    with Image.open(path) as read:
        assert read.mode == "I;16" and np.array_equal(read, small)
    pavage.save(path, small.astype(np.int64))
    assert fault(Image.open, path) is OSError, "labels of 64 bits were opened"
    part = fault(lambda: Image.open(io.BytesIO(b"PAV\x01\x00")).load())
    assert issubclass(part, (ValueError, OSError)), "a part of a file was opened"


def eight_threads_do_what_one_does():
    masks = [random_mask(300) for _ in range(40)]
    pictures = [RANDOM.integers(0, 4, (60, 60), np.uint8) for _ in range(10)]

    def work(_=None):
        rles = [ours.encode(mask) for mask in masks]
        decoded = [ours.decode(rle) for rle in rles]
        assert all(np.array_equal(a, b) for a, b in zip(decoded, masks))
        overlaps = ours.iou(rles, rles, [0] * len(rles))
        return rles, overlaps.tolist(), [pavage.encode(picture) for picture in pictures]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(8))) == [work()] * 8


def label_arrays():
    """Arrays of every type and shape, with the labels that are hard to write."""
    for kind in "ui":
        for size in (1, 2, 4, 8):
            dtype = np.dtype(f"{kind}{size}")
            least, most = np.iinfo(dtype).min, np.iinfo(dtype).max
            values = RANDOM.integers(least, most, 7, dtype, endpoint=True)
            values[:2] = least, most
            for shape in ((0, 0), (0, 5), (3, 0, 2), (0, 4, 4), (1, 1), (1, 3, 4), (17, 23), (4, 30, 21)):
                small = tuple(-(-side // 3) for side in shape)
                blocks = RANDOM.choice(values, small)
                for axis in range(len(shape)):
                    blocks = blocks.repeat(3, axis)
                yield blocks[tuple(slice(side) for side in shape)]
            yield np.full((40, 50), most, dtype)


def label_maps_come_back():
    for array in label_arrays():
        file = pavage.encode(array, labels=True)
        back = pavage.decode(file)
        assert back.dtype == array.dtype and back.shape == array.shape and np.array_equal(back, array)
        assert back.flags.c_contiguous and back.flags.writeable
        assert read_again(file) == array.astype(array.dtype.newbyteorder("<")).tobytes(), array.dtype
        labels = pavage.Labels(file)
        assert labels.shape == array.shape and labels.dtype == array.dtype
        assert np.array_equal(labels.labels(), np.unique(array))
        if array.ndim == 3:
            for number, part in enumerate(array):
                assert np.array_equal(labels[number], part)
                assert np.array_equal(labels.labels(number), np.unique(part))
        for label in np.unique(array)[:3]:
            mask = array == label
            places = np.nonzero(mask)
            assert np.array_equal(labels.mask(label), mask) and labels.area(label) == mask.sum()
            assert labels.box(label) == (tuple(side.min() for side in places), tuple(side.max() + 1 for side in places))


def strange_label_maps_are_right_or_refused():
    array = RANDOM.integers(0, 9, (30, 40), np.uint32)
    file = pavage.encode(array)
    frozen = array.copy()
    frozen.setflags(write=False)
    for same in (frozen, np.asfortranarray(array), array.astype(">u4"), array.repeat(2, 0)[::2], array[::-1][::-1]):
        assert pavage.encode(same) == file
    assert np.array_equal(pavage.decode(pavage.encode(array[::3, 5:9])), array[::3, 5:9])
    bits = RANDOM.random((5, 6, 7)) < 0.5
    assert np.array_equal(pavage.decode(pavage.encode(bits, labels=True)), bits)
    many = RANDOM.permutation(10_000_000).astype(np.uint64).reshape(2500, 4000)
    assert fault(pavage.encode, many) is ValueError, "as many labels as cells fit into a gigabyte"
    assert np.array_equal(pavage.decode(pavage.encode(many, max_memory=4 << 30)), many)
    labels = pavage.Labels(file)
    assert labels.area(1 << 40) == 0 and labels.box(99) is None and not labels.mask(-1).any()
    most = pavage.Labels(pavage.encode(np.full((2, 3), (1 << 64) - 1, np.uint64)))
    assert most.area((1 << 64) - 1) == 6 and most.area(-1) == 0 and most.box(1 << 64) is None
    assert labels.area(np.uint8(3)) == (array == 3).sum()
    cases = [
        (ValueError, pavage.encode, [array.reshape(-1)]),
        (ValueError, pavage.encode, [array.reshape(2, 3, 5, 40)]),
        (ValueError, lambda: pavage.encode(array, mode="raw"), []),
        (ValueError, lambda: pavage.encode(array, max_memory=1000), []),
        (TypeError, lambda: pavage.encode(array.astype(float), labels=True), []),
        (TypeError, lambda: pavage.encode(array.astype(object), labels=True), []),
        (ValueError, pavage.decode, [file[:-1]]),
        (ValueError, pavage.decode, [file + b"x"]),
        (ValueError, lambda: pavage.decode(file, max_pixels=1199), []),
        (ValueError, lambda: pavage.decode(file, max_memory=1000), []),
        (ValueError, pavage.Labels, [pavage.encode(array.astype(np.uint8))]),
        (IndexError, lambda: labels[1], []),
        (IndexError, lambda: labels.labels(1), []),
        (TypeError, lambda: labels.area(1.5), []),
        (TypeError, lambda: labels[0:1], []),
    ]
    for number, (expected, call, arguments) in enumerate(cases):
        found = fault(call, *arguments)
        assert found and issubclass(found, expected), (number, found)


def slices_are_decoded_alone():
    stack = RANDOM.integers(0, 5, (3, 20, 20), np.uint32)
    stack[1] = 77
    damaged = bytearray(pavage.encode(stack))
    damaged[-1] ^= 1
    labels = pavage.Labels(damaged)
    assert np.array_equal(labels[np.int64(0)], stack[0]) and labels.area(77) == 400
    assert fault(labels.array) is ValueError and fault(pavage.decode, damaged) is ValueError
    tall = RANDOM.integers(0, 3, (70, 9, 8), np.int16).repeat(4, 1)
    assert np.array_equal(pavage.decode(pavage.encode(tall)), tall)
    assert fault(lambda: labels[2]) is ValueError


def the_codec_passes_the_tests_of_numcodecs():
    codec = pavage.numcodecs.Pavage()
    assert numcodecs.registry.get_codec({"id": "pavage"}) == codec
    floats, whole = RANDOM.normal(size=100), np.arange(100)
    arrays = [*map(np.ascontiguousarray, label_arrays()), whole.astype("u8"), whole.astype("i4").reshape(10, 10, order="F"), whole.astype(">i4")]
    arrays += [floats, floats.astype("f4").reshape(4, 25), floats.reshape(10, 10, order="F"), floats > 0]
    arrays += [whole.astype("m8[ns]"), whole.view("M8[ns]"), RANDOM.normal(size=(3, 4)).astype("c16"), np.array(7)]
    arrays += [whole.reshape(2, 2, 5, 5).astype("u2"), np.array([b"ab", b"c"] * 20)]
    for array in arrays:
        if array.size:
            codec_tests.check_encode_decode(array, codec)
    assert fault(codec.encode, whole[::2]) is ValueError
    codec_tests.check_config(codec)
    assert repr(codec) == "Pavage()"
    codec_tests.check_err_encode_object_buffer(codec)


def masks_that_keep_their_runs_do_what_strings_do():
    for _ in range(300):
        height, width = RANDOM.integers(1, 40, 2)
        masks = [np.asfortranarray(RANDOM.random((height, width)) < RANDOM.random()).view(np.uint8) for _ in range(3)]
        strings, kept = [theirs.encode(mask) for mask in masks], [ours.RLE(mask) for mask in masks]
        assert [rle.to_coco() for rle in kept] == strings and [ours.RLE(rle) for rle in strings] == kept
        for rle, string, mask in zip(kept, strings, masks):
            assert np.array_equal(rle.decode(), mask) and np.array_equal(ours.decode(rle), mask)
            assert rle.area == theirs.area(string) and rle.box == theirs.toBbox(string).tolist()
            assert rle.size == string["size"] and rle.counts == string["counts"] and rle.runs.sum() == mask.size
        for intersect, join in ((0, ours.RLE.union), (1, ours.RLE.intersection)):
            merged = theirs.merge(strings, intersect)
            assert join(kept).to_coco() == ours.merge(kept, intersect).to_coco() == merged
        assert (kept[0] | kept[1]).to_coco() == theirs.merge(strings[:2])
        assert (kept[0] & kept[1]).to_coco() == theirs.merge(strings[:2], 1)
        assert np.array_equal(ours.iou(kept, strings, [0, 1, 0]), theirs.iou(strings, strings, [0, 1, 0]))
    other = ours.RLE(np.ones((50, 50), bool))
    assert np.array_equal(ours.RLE(np.eye(3) * 7).decode(), np.eye(3))
    for several in (np.asfortranarray([[0, 2], [0, 1]], np.uint8), np.asfortranarray([[3, 2], [3, 0]], np.uint8)):
        assert ours.RLE(several) == ours.RLE(several > 0) == ours.RLE(several.tolist() * np.array(1))
    for call in (lambda: other | kept[0], lambda: ours.RLE.union([]), lambda: ours.RLE(np.zeros(3)),
                 lambda: ours.RLE({"size": [2, 2], "counts": b"5"})):
        assert fault(call) is ValueError


def documentation_runs():
    for module in (pavage, ours, pavage.labels, pavage.numcodecs):
        result = doctest.testmod(module)
        assert result.attempted > 0 and result.failed == 0, module


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
            about = {"image_id": image, "category_id": category}
            annotations.append(about | {
                "id": len(annotations) + 1, "iscrowd": is_crowd, "area": float(mask.area(rle)),
                "bbox": mask.toBbox(rle).tolist(), "segmentation": segmentation})
            for _ in range(int(random.integers(0, 3))):
                moved = (np.array(polygon) + random.normal(0, 4, len(polygon))).clip(0, side).tolist()
                found = mask.frPyObjects([moved], side, side)[0]
                found["counts"] = found["counts"].decode()
                results.append(about | {"segmentation": found, "score": float(random.random())})
    categories = [{"id": category, "name": str(category)} for category in range(1, 4)]
    return {"info": {}, "images": images, "annotations": annotations, "categories": categories}, results


def evaluated(mask):
    """The numbers of COCOeval with one of both modules, which it and COCO take from each other's names."""
    pycocotools.coco.maskUtils = pycocotools.cocoeval.maskUtils = mask
    answers = []
    for pictures, crowds in ((500, False), (120, True)):
        annotations, results = data_set(pictures, crowds, mask)
        with contextlib.redirect_stdout(io.StringIO()):
            truth = pycocotools.coco.COCO()
            truth.dataset = annotations
            truth.createIndex()
            found = truth.loadRes(results)
            for kind in ("segm", "bbox"):
                evaluation = pycocotools.cocoeval.COCOeval(truth, found, kind)
                evaluation.evaluate()
                evaluation.accumulate()
                evaluation.summarize()
                answers.append(evaluation.stats.tolist())
        answers.append([len(annotations["annotations"]), len(results)])
    return answers


def coco_eval_finds_the_same_numbers():
    found = evaluated(ours)
    assert found == evaluated(theirs)
    assert 0 < found[0][0] < 1 and 0 < found[3][0] < 1, found


for check in (
    masks_are_those_of_pycocotools,
    merges_and_overlaps_are_those_of_pycocotools,
    polygons_boxes_and_counts_are_those_of_pycocotools,
    errors_are_those_of_pycocotools,
    what_pycocotools_leaves_to_chance_is_an_exception,
    arrays_come_back,
    label_maps_come_back,
    strange_label_maps_are_right_or_refused,
    slices_are_decoded_alone,
    the_codec_passes_the_tests_of_numcodecs,
    masks_that_keep_their_runs_do_what_strings_do,
    strange_arrays_and_bytes_are_exceptions,
    runs_and_rectangles_paint_the_array,
    pillow_opens_and_saves,
    eight_threads_do_what_one_does,
    coco_eval_finds_the_same_numbers,
    documentation_runs,
):
    check()
    print(check.__name__.replace("_", " "))
