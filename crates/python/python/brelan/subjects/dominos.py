"""The functions of the subject on dominos, by name."""

from ._made import made

globals().update(made("dominos"))
