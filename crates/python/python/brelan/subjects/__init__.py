"""The functions of the course subjects: `from brelan.subjects.dominos import histogramme`.

Each subject is a module: `jeu421`, `allumettes`, `awale`, `dominos`, `puissance4`, `image`. The
functions behave as a model solution: lists are changed in place where the subject changes them, text
goes to `sys.stdout`, answers come from `input`, chance from `random`, so that `random.seed` makes a
call repeat.

>>> from brelan.subjects.dominos import histogramme, J
>>> histogramme(J)
[2, 4, 0, 4, 1, 2, 1]
"""
