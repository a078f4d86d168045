"""The functions, constants and example values of the subject on Puissance 4."""

from ._functions import subject_names

globals().update(subject_names("puissance4"))
