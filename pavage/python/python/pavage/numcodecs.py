"""A codec of numcodecs, so that zarr, xarray and dask write arrays of labels: ``Pavage()``.

Chunks are taken as label maps of their last two dimensions. Other types than whole numbers, such as
floats, come back as well but are hardly smaller.
"""

import numpy as _numpy
from numcodecs.abc import Codec
from numcodecs.compat import ensure_ndarray_like, ndarray_copy
from numcodecs.registry import register_codec

from . import labels as _labels


class Pavage(Codec):
    """Label maps in the ``.pav`` format.

    >>> import numpy
    >>> labels = numpy.arange(24, dtype="i8").reshape(2, 3, 4) // 6
    >>> bool((Pavage().decode(Pavage().encode(labels)).reshape(labels.shape) == labels).all())
    True
    """

    codec_id = "pavage"

    def encode(self, buf):
        array = ensure_ndarray_like(buf)
        if array.flags.f_contiguous and not array.flags.c_contiguous:
            # The bytes are kept in the order of the memory, as other codecs do.
            array = array.T
        if not array.flags.c_contiguous:
            raise ValueError("a contiguous array is expected")
        unsigned = {1: "u1", 2: "u2", 4: "u4", 8: "u8"}.get(array.dtype.itemsize)
        if array.dtype.hasobject:
            raise TypeError("objects have no bytes to encode")
        sides = array.shape
        if array.dtype.kind not in "iu" or not array.dtype.isnative:
            array = array.reshape(-1).view(unsigned or "u1")
            sides = sides if unsigned else array.shape
        width = sides[-1] if sides else 1
        height = sides[-2] if len(sides) > 1 else 1
        depth = -1 if width * height else 0
        return _labels.encode(array.reshape(depth, height, width))

    def decode(self, buf, out=None):
        data = ensure_ndarray_like(buf).reshape(-1).view(_numpy.uint8)
        return ndarray_copy(_labels.Labels(data).array().reshape(-1), out)


register_codec(Pavage)
