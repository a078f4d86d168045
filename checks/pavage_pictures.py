"""Pictures and label maps that are generated for the modes of the format, and their files."""

import hashlib
import subprocess

import numpy as np
from harness import scratch


def drawing(random):
    """A random picture of discs, rectangles and dithering in a few colours."""
    height, width, count = random.integers(1, 60), random.integers(1, 80), random.integers(1, 9)
    colours = random.integers(0, 256, (count, 3), dtype=np.uint8)
    places = np.zeros((height, width), int)
    y, x = np.mgrid[0:height, 0:width]
    for _ in range(random.integers(0, 12)):
        cy, cx, size = random.integers(0, height), random.integers(0, width), random.integers(1, 20)
        shapes = [np.hypot(y - cy, x - cx) < size, (abs(y - cy) < size) & (abs(x - cx) < size)]
        shapes.append(shapes[1] & ((x + y) % 2 == 0))
        places[shapes[random.integers(0, 3)]] = random.integers(0, count)
    scale = int(random.integers(1, 4))
    return colours[places].repeat(scale, 0).repeat(scale, 1)


def shaded(random):
    """A drawing with a gradient and some noise, in a random 8-bit layout."""
    picture = drawing(random).astype(int)[:24, :30]
    height, width, _ = picture.shape
    slope = np.add.outer(np.arange(height) * random.integers(0, 4), np.arange(width) * random.integers(0, 4))
    noise = random.integers(0, 1 + random.integers(0, 4), picture.shape)
    picture = (picture + slope[:, :, None] + noise) % 256
    opacity = 255 - (picture[:, :, :1] > 200) * (picture[:, :, 1:2] // 2)
    layout = random.integers(0, 4)
    parts = [picture[:, :, :1]] if layout < 2 else [picture]
    return np.concatenate(parts + [opacity] * (layout % 2), 2).astype(np.uint8)


def two_coloured(random):
    """A page of repeated letters in two colours of a random layout."""
    letters = [random.integers(0, 2, (7, 5)).repeat(2, 0).repeat(2, 1) for _ in range(3)]
    page = np.zeros((60, 70), int)
    for place in range(20):
        top, left = 15 * (place // 5) + random.integers(0, 2), 13 * (place % 5)
        page[top : top + 14, left : left + 10] = letters[random.integers(0, 3)]
    colours = random.choice(256, (2, random.integers(1, 5)), replace=False).astype(np.uint8)
    if random.integers(0, 2):
        colours = np.array([[0], [255]], np.uint8)
    return colours[page]


def write_pam(path, picture):
    height, width, depth = picture.shape
    kind = ["GRAYSCALE", "GRAYSCALE_ALPHA", "RGB", "RGB_ALPHA"][depth - 1]
    most = np.iinfo(picture.dtype).max
    fields = f"P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {most}\nTUPLTYPE {kind}\nENDHDR\n"
    path.write_bytes(fields.encode() + picture.astype(picture.dtype.newbyteorder(">")).tobytes())


def label_map(random):
    """The nearest of some random points, numbered anyhow."""
    height, width, count = random.integers(1, 60), random.integers(1, 80), random.integers(1, 30)
    points = random.uniform(0, 60, (count, 2))
    y, x = np.mgrid[0:height, 0:width]
    nearest = np.hypot(y[..., None] - points[:, 0], x[..., None] - points[:, 1]).argmin(2)
    dtype = [np.uint8, np.uint16][random.integers(0, 2)]
    return random.integers(0, np.iinfo(dtype).max, count, dtype)[nearest][..., None]


def generated():
    """Pictures by mode, and label maps."""
    random = np.random.default_rng(7)
    regions = [drawing(random) for _ in range(100)] + [shaded(random) for _ in range(6)] + [two_coloured(random) for _ in range(4)]
    regions += [random.integers(0, 3, (9, 11, depth), np.uint16) * 300 for depth in (1, 3, 4)]
    regions += [np.arange(4000, dtype=np.uint16).reshape(50, 80, 1)]
    # In two parts, of which only the second has the other colours.
    regions += [np.repeat(np.array([[[7]], [[7]], [[9]]], np.uint8), [1500, 1, 699], 0).repeat(4000, 1)]
    maps = [label_map(random) for _ in range(40)]
    many = [shaded(random) for _ in range(12)] + [drawing(random)[:40, :60] for _ in range(6)]
    many += [two_coloured(random) for _ in range(6)]
    return {"regions": regions, "blended": many, "labels": maps}


def encoded(program, mode, pictures):
    """The files of pictures."""
    folder = scratch()
    for number, picture in enumerate(pictures):
        write_pam(folder / f"{number}.pam", picture)
    way = ["--labels"] if mode == "labels" else ["--mode", mode]
    subprocess.run([program, "encode", *way, folder, "-o", folder / "out"], check=True, capture_output=True)
    return [(folder / f"out/{number}.pav").read_bytes() for number in range(len(pictures))]


def digest(files):
    return hashlib.sha256(b"".join(files)).hexdigest()
