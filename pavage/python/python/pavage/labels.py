"""Label maps: arrays of whole numbers of 8 to 64 bits, of two dimensions or stacks of three."""

from operator import index as _index

import numpy as _numpy

from . import _pavage

__all__ = ["Labels"]


def encode(array, max_memory=_pavage.MAX_MEMORY):
    """Encode an array of whole numbers; any strides and byte order."""
    array = _numpy.asarray(array)
    if array.ndim not in (2, 3):
        raise ValueError(f"a label map has 2 or 3 dimensions, not {array.ndim}")
    if array.dtype.kind not in "iub":
        raise TypeError(f"labels are whole numbers, not {array.dtype}")
    native = _numpy.ascontiguousarray(array, array.dtype.newbyteorder("="))
    shape = (1,) * (3 - array.ndim) + array.shape
    kind = (array.dtype.itemsize, array.dtype.kind == "i")
    return _pavage.labels_encode(_bytes(native), shape, array.ndim == 3, kind, max_memory)


def _bytes(array):
    return array.reshape(-1).view(_numpy.uint8)


class Labels:
    """An encoded label map, of which slices and objects are decoded when they are asked for.

    >>> import numpy, pavage
    >>> stack = numpy.zeros((3, 4, 5), numpy.uint32)
    >>> stack[1, 1:3, 2:] = 70000
    >>> labels = Labels(pavage.encode(stack))
    >>> labels.shape, labels.dtype
    ((3, 4, 5), dtype('uint32'))
    >>> labels.labels(1).tolist()
    [0, 70000]
    >>> labels.area(70000), labels.box(70000)
    (6, ((1, 1, 2), (2, 3, 5)))
    >>> bool((labels[1] == stack[1]).all()), int(labels.mask(70000).sum())
    (True, 6)
    """

    def __init__(self, data, *, max_pixels=_pavage.MAX_PIXELS, max_memory=_pavage.MAX_MEMORY):
        self._reader = _pavage.LabelReader(bytes(data), max_pixels, max_memory)
        self._sides, is_stack = self._reader.shape()
        self.shape = tuple(self._sides if is_stack else self._sides[1:])
        size, is_signed = self._reader.kind()
        self.dtype = _numpy.dtype(f"{'i' if is_signed else 'u'}{size}")

    def __len__(self):
        return self._sides[0]

    def __getitem__(self, slice):
        """One slice, decoded alone."""
        number = self._number(slice)
        out = _numpy.empty(self._sides[1:], self.dtype)
        self._reader.decode(number, _bytes(out))
        return out

    def _number(self, slice):
        number = _index(slice)
        if not -len(self) <= number < len(self):
            raise IndexError(f"there is no slice {slice}")
        return number % len(self)

    def array(self):
        """The whole array; slices are decoded on several cores."""
        out = _numpy.empty(self.shape, self.dtype)
        self._reader.decode_all(_bytes(out))
        return out

    def labels(self, slice=None):
        """The labels of a slice, or of all, in ascending order; nothing is decoded."""
        slices = range(len(self)) if slice is None else [self._number(slice)]
        found = [self._reader.labels(number) for number in slices]
        values = _numpy.concatenate(found) if found else _numpy.empty(0, _numpy.uint64)
        if self.dtype.kind == "i":
            values = values.view(_numpy.int64)
        return _numpy.unique(values).astype(self.dtype)

    def mask(self, label):
        """A ``uint8`` array that is 1 where the label is; slices without it are not decoded."""
        out = _numpy.zeros(self.shape, _numpy.uint8)
        if self._may_have(label):
            self._reader.paint(_bits(label), _bytes(out))
        return out

    def area(self, label):
        """The number of cells with the label."""
        extent = self._extent(label)
        return extent[0] if extent else 0

    def box(self, label):
        """The first index with the label in each dimension, and one after the last; `None` without any."""
        extent = self._extent(label)
        if extent is None:
            return None
        _, first, last = extent
        skip = 3 - len(self.shape)
        return tuple(first[skip:]), tuple(at + 1 for at in last[skip:])


    def _extent(self, label):
        return self._reader.extent(_bits(label)) if self._may_have(label) else None

    def _may_have(self, label):
        """Whether the type of the labels has this one."""
        bounds = _numpy.iinfo(self.dtype)
        return bounds.min <= _index(label) <= bounds.max


def _bits(label):
    """A label as the unsigned number of 64 bits that the index has."""
    return _index(label) & (1 << 64) - 1
