"""The subjects' functions under their own names: `from brelan.subjects.dominos import histogramme`.

Each subject is a module: `jeu421`, `allumettes`, `awale`, `dominos`, `puissance4`, `image`. Their
functions behave as a model solution in the classroom would: lists are changed in place where the
subject changes them, text goes to `print`, answers come from `input`, luck from `random`, so that
`random.seed` makes a call repeat.

>>> from brelan.subjects.dominos import histogramme, J
>>> histogramme(J)
[2, 4, 0, 4, 1, 2, 1]
"""
