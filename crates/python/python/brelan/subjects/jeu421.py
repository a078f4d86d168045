"""The functions, constants and example values of the subject on 421."""

from ._functions import subject_names

globals().update(subject_names("421"))
