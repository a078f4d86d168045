"""The functions of the subject on 421, by name."""

from ._made import made

globals().update(made("421"))
