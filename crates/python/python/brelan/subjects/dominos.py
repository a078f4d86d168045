"""The functions, constants and example values of the subject on dominos."""

from ._functions import subject_names

globals().update(subject_names("dominos"))
