"""The functions, constants and example values of the subject on pictures."""

from ._functions import subject_names

globals().update(subject_names("image"))
