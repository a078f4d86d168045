"""COCO masks: stands in for ``pycocotools.mask``, with the same types, orders and errors.

    >>> import sys, pavage.mask
    >>> sys.modules["pycocotools.mask"] = pavage.mask   # before pycocotools is imported

A mask is ``{"size": [height, width], "counts": bytes}``, run lengths by column; counts are read from
``str`` as well. Arrays are in Fortran order. Other threads run while masks are worked on.

What pycocotools leaves to chance is an exception here: counts that do not fill the mask or have other
characters, and boxes in arrays that are not contiguous are read where they are.
"""

from . import _pavage

__all__ = ["area", "decode", "encode", "frPyObjects", "iou", "merge", "toBbox"]


def encode(bimask):
    """The runs of a mask of ``(height, width)``, or of each of ``(height, width, n)``.

    >>> import numpy
    >>> encode(numpy.asfortranarray([[0, 1, 1], [0, 0, 1]], numpy.uint8))
    {'size': [2, 3], 'counts': b'2111'}
    """
    return _pavage.mask_encode(bimask)


def decode(rleObjs):
    """The mask of runs as ``(height, width)``, or of a list of them as ``(height, width, n)``.

    >>> decode({"size": [2, 3], "counts": b"2111"}).tolist()
    [[0, 1, 1], [0, 0, 1]]
    """
    return _pavage.mask_decode(rleObjs)


def area(rleObjs):
    """Pixels of the object, or of each of a list.

    >>> int(area({"size": [2, 3], "counts": b"2111"}))
    3
    """
    return _pavage.mask_area(rleObjs)


def toBbox(rleObjs):
    """Left, top, width and height around the object, or around each of a list.

    >>> toBbox({"size": [2, 3], "counts": b"2111"}).tolist()
    [1.0, 0.0, 2.0, 2.0]
    """
    return _pavage.mask_to_bbox(rleObjs)


def merge(rleObjs, intersect=0):
    """What belongs to any of the masks, or to each of them.

    >>> masks = [{"size": [2, 3], "counts": b"2111"}, {"size": [2, 3], "counts": b"051"}]
    >>> merge(masks), merge(masks, intersect=True)
    ({'size': [2, 3], 'counts': b'06'}, {'size': [2, 3], 'counts': b'21100'})
    """
    return _pavage.mask_merge(rleObjs, bool(intersect))


def iou(dt, gt, pyiscrowd):
    """What each of `dt` has in common with each of `gt`, of both together; of a crowd, of `dt` alone.

    >>> iou([[0, 0, 2, 2]], [[1, 1, 2, 2], [1, 1, 2, 2]], [0, 1]).tolist()
    [[0.14285714285714285, 0.25]]
    """
    return _pavage.mask_iou(dt, gt, pyiscrowd)


def frPyObjects(pyobj, h, w):
    """Runs of polygons, of an array of boxes, or of lists of counts.

    >>> frPyObjects([[0, 0, 2, 0, 2, 2, 0, 2]], 3, 4)
    [{'size': [3, 4], 'counts': b'02106'}]
    """
    return _pavage.mask_from_objects(pyobj, h, w)
