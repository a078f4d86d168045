"""Pillow plugin that reads and writes ``.pav`` files; does nothing without Pillow."""

import io

try:
    from PIL import Image, ImageFile
except ImportError:
    Image = None

import numpy

from . import _pavage
from .labels import Labels

_MODES = ("1", "L", "LA", "RGB", "RGBA", "I;16")


def _picture(data):
    if _pavage.is_label_map(data):
        array = Labels(data).array()
        if array.ndim > 2 or array.dtype not in ("u1", "u2"):
            raise OSError("Pillow does not support such label maps: use pavage.open")
        return array
    return _pavage.decode(data, _pavage.MAX_PIXELS, _pavage.MAX_MEMORY)


def _is_pav(prefix):
    return prefix[:3] == b"PAV"


def _to_array(image):
    """The samples of a Pillow image as an array; raises ``OSError`` for modes the format cannot hold."""
    if image.mode not in _MODES:
        raise OSError(f"cannot write mode {image.mode} as PAV: convert it to L, LA, RGB or RGBA")
    return numpy.ascontiguousarray(image)


def _save(image, file, filename):
    mode = image.encoderinfo.get("pav_mode")
    file.write(_pavage.encode(_to_array(image), mode, False, _pavage.MAX_MEMORY))


if Image is not None:

    class PavImageFile(ImageFile.ImageFile):
        """A ``.pav`` picture opened by Pillow."""

        format = "PAV"
        format_description = "Pavage picture"

        def _open(self):
            array = _picture(self.fp.read())
            if array.dtype == numpy.uint16:
                if array.ndim > 2:
                    raise OSError("Pillow does not support 16-bit colours: use pavage.open")
                self._mode = "I;16"
                array = array.astype("<u2")
            else:
                self._mode = ["L", "LA", "RGB", "RGBA"][array.shape[2] - 1 if array.ndim > 2 else 0]
            self._size = (array.shape[1], array.shape[0])
            self._samples = array.tobytes()
            self.tile = []

        def load(self):
            if self._samples is not None:
                if self.fp and self._exclusive_fp:
                    self.fp.close()
                self.fp = io.BytesIO(self._samples)
                self._samples = None
                self.tile = [("raw", (0, 0) + self.size, 0, (self.mode, 0, 1))]
            return super().load()

        def load_seek(self, pos):
            pass

    Image.register_open(PavImageFile.format, PavImageFile, _is_pav)
    Image.register_save(PavImageFile.format, _save)
    Image.register_extension(PavImageFile.format, ".pav")
    Image.register_mime(PavImageFile.format, "image/x-pav")
