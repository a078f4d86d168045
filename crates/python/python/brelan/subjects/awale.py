"""The functions of the subject on awalé, by name."""

from ._made import made

globals().update(made("awale"))
