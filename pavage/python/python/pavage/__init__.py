"""Lossless codec for pictures with few colours, and COCO masks.

    >>> import numpy, pavage
    >>> board = numpy.zeros((64, 64), numpy.uint8)
    >>> board[::8] = 255
    >>> file = pavage.encode(board)
    >>> len(file) < 40
    True
    >>> bool((pavage.decode(file) == board).all())
    True

Pictures are arrays of shape ``(height, width)`` or ``(height, width, channels)`` with one to four
channels (grey, grey and opacity, RGB, RGBA) of ``uint8`` or ``uint16``; ``bool`` is black and white.
Whole numbers of other types are label maps: arrays of two dimensions, or stacks of three, whose slices
`Labels` decodes alone. `pavage.numcodecs` has a codec for zarr.
`pavage.mask` replaces `pycocotools.mask`. With Pillow installed, ``import pavage`` enables
``Image.open("x.pav")`` and ``Image.save("x.pav")``.
"""

import io as _io
import os as _os
import threading as _threading

import numpy as _numpy

from . import _pavage, _pillow as _pillow, labels as _labels, mask
from .labels import Labels

__all__ = ["Labels", "MODES", "decode", "encode", "mask", "open", "rectangles", "runs", "save"]

MODES = tuple(_pavage.MODES)
"""Names of the coding modes."""


def encode(array, *, mode=None, fast=False, labels=None, max_memory=_pavage.MAX_MEMORY):
    """Encode an array as the bytes of a ``.pav`` file, in the named mode or in one chosen by size.

    With `fast` only modes that encode and decode fast are chosen. Arrays of ``uint32``, ``uint64`` and signed
    numbers are label maps; with `labels` so are those of ``uint8`` and ``uint16``. A picture must be C-contiguous.
    The global interpreter lock is released meanwhile.

    >>> import numpy
    >>> encode(numpy.zeros((2, 3), numpy.uint8))[:3]
    b'PAV'
    >>> encode(numpy.zeros((2, 3), numpy.float64))
    Traceback (most recent call last):
        ...
    TypeError: expected samples of uint8, uint16 or bool, got float64
    """
    if labels is None:
        kind = getattr(array, "dtype", None)
        labels = kind is not None and (kind.kind == "i" or kind.kind == "u" and kind.itemsize > 2)
    if not labels:
        return _pavage.encode(array, mode, fast, max_memory)
    if mode is not None:
        raise ValueError("a label map has no modes")
    return _labels.encode(array, max_memory)


def decode(data, *, max_pixels=_pavage.MAX_PIXELS, max_memory=_pavage.MAX_MEMORY):
    """Decode the bytes of a ``.pav`` file to an array.

    The limits are checked before memory is allocated. A picture that exceeds them and a damaged file
    raise ``ValueError``.

    >>> decode(b"PNG")
    Traceback (most recent call last):
        ...
    ValueError: not a .pav file: it does not begin with "PAV"
    """
    data = bytes(data)
    if _pavage.is_label_map(data):
        return Labels(data, max_pixels=max_pixels, max_memory=max_memory).array()
    return _pavage.decode(data, max_pixels, max_memory)


def open(path, **limits):
    """Read and decode a ``.pav`` file; `limits` are those of `decode`.

    >>> import numpy, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(f"{folder}/x.pav", numpy.eye(3, dtype=bool))
    ...     open(f"{folder}/x.pav").tolist()
    [[255, 0, 0], [0, 255, 0], [0, 0, 255]]
    """
    with _io.open(path, "rb") as file:
        return decode(file.read(), **limits)


def save(path, array, **options):
    """Encode an array and write it to a file atomically; `options` are those of `encode`."""
    data = encode(array, **options)
    path = _os.path.realpath(_os.fsdecode(path))
    if _os.path.exists(path) and not _os.path.isfile(path):
        # A device or a pipe is written in place, never replaced.
        with _io.open(path, "wb") as file:
            file.write(data)
        return
    beside = f"{path}.{_os.getpid()}-{_threading.get_ident()}.part"
    try:
        with _io.open(beside, "xb") as file:
            file.write(data)
        _os.replace(beside, path)
    except BaseException:
        if _os.path.exists(beside):
            _os.unlink(beside)
        raise


def runs(array):
    """Lengths and colours of the runs of equal pixels in row-major order.

    >>> import numpy
    >>> lengths, colours = runs(numpy.array([[7, 7, 1], [1, 1, 7]], numpy.uint8))
    >>> lengths.tolist(), colours.tolist()
    ([2, 3, 1], [7, 1, 7])
    """
    lengths = _pavage.run_lengths(array)
    starts = _numpy.cumsum(lengths) - lengths
    pixels = array.reshape((-1,) + array.shape[2:])
    return lengths, pixels[starts]


def rectangles(array):
    """The greedy cover: top, left, height and width of each rectangle, and its colour.

    >>> import numpy
    >>> sides, colours = rectangles(numpy.array([[7, 7, 1], [7, 7, 1]], numpy.uint8))
    >>> sides.tolist(), colours.tolist()
    ([[0, 0, 2, 2], [0, 2, 2, 1]], [7, 1])
    """
    sides = _pavage.rectangles(array)
    return sides, array[sides[:, 0], sides[:, 1]]
