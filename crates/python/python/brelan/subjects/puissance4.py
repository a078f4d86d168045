"""The functions of the subject on Puissance 4, by name."""

from ._made import made

globals().update(made("puissance4"))
