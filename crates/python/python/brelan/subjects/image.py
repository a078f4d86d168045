"""The functions of the subject on pictures, by name."""

from ._made import made

globals().update(made("image"))
