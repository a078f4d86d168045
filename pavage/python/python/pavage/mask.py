"""COCO masks: replaces ``pycocotools.mask``, with the same types, array orders and errors.

    >>> import sys, pavage.mask
    >>> sys.modules["pycocotools.mask"] = pavage.mask   # before pycocotools is imported

A mask is ``{"size": [height, width], "counts": bytes}``, run lengths in column-major
order; ``str`` counts are accepted as well. Arrays are in Fortran order. The global interpreter lock is
released during the work.

An `RLE` keeps its runs instead of a string, and every function takes it in place of a dictionary; `merge` of several
returns one:

    >>> left, right = RLE({"size": [2, 3], "counts": b"2111"}), RLE({"size": [2, 3], "counts": b"051"})
    >>> left | right, left & right, (left | right).area
    (RLE(2 by 3, area 6), RLE(2 by 3, area 2), 6)
    >>> left.box, left.runs.tolist()
    ([1.0, 0.0, 2.0, 2.0], [2, 1, 1, 2])

Differences: counts that do not fill the mask or contain invalid characters raise ``ValueError``, and
arrays of boxes need not be contiguous.
"""

from . import _pavage

RLE = _pavage.RLE

__all__ = ["RLE", "area", "decode", "encode", "frPyObjects", "iou", "merge", "toBbox"]


def encode(bimask):
    """Encode a mask of shape ``(height, width)``, or each mask of ``(height, width, n)``.

    >>> import numpy
    >>> encode(numpy.asfortranarray([[0, 1, 1], [0, 0, 1]], numpy.uint8))
    {'size': [2, 3], 'counts': b'2111'}
    """
    return _pavage.mask_encode(bimask)


def decode(rleObjs):
    """Decode a mask to ``(height, width)``, or a list of masks to ``(height, width, n)``.

    >>> decode({"size": [2, 3], "counts": b"2111"}).tolist()
    [[0, 1, 1], [0, 0, 1]]
    """
    return _pavage.mask_decode(rleObjs)


def area(rleObjs):
    """Number of object pixels of a mask, or of each mask of a list.

    >>> int(area({"size": [2, 3], "counts": b"2111"}))
    3
    """
    return _pavage.mask_area(rleObjs)


def toBbox(rleObjs):
    """Bounding box (left, top, width, height) of a mask, or of each mask of a list.

    >>> toBbox({"size": [2, 3], "counts": b"2111"}).tolist()
    [1.0, 0.0, 2.0, 2.0]
    """
    return _pavage.mask_to_bbox(rleObjs)


def merge(rleObjs, intersect=0):
    """Union of the masks, or their intersection.

    >>> masks = [{"size": [2, 3], "counts": b"2111"}, {"size": [2, 3], "counts": b"051"}]
    >>> merge(masks), merge(masks, intersect=True)
    ({'size': [2, 3], 'counts': b'06'}, {'size': [2, 3], 'counts': b'21100'})
    """
    return _pavage.mask_merge(rleObjs, bool(intersect))


def iou(dt, gt, pyiscrowd):
    """Intersection over union of each of `dt` with each of `gt`; over the area of `dt` if `gt` is a crowd.

    >>> iou([[0, 0, 2, 2]], [[1, 1, 2, 2], [1, 1, 2, 2]], [0, 1]).tolist()
    [[0.14285714285714285, 0.25]]
    """
    return _pavage.mask_iou(dt, gt, pyiscrowd)


def frPyObjects(pyobj, h, w):
    """Encode polygons, an array of boxes, or dictionaries with lists of counts.

    >>> frPyObjects([[0, 0, 2, 0, 2, 2, 0, 2]], 3, 4)
    [{'size': [3, 4], 'counts': b'02106'}]
    """
    return _pavage.mask_from_objects(pyobj, h, w)
