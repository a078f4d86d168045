#!/usr/bin/env python3
@ABOUT@

import random
import sys


def choisir(position, coups, dit):
    # @EDIT@
    return random.choice(coups)


dit = {}
for ligne in sys.stdin:
    mot, *suite = ligne.split() or [""]
    if mot == "game":
        random.seed(suite[-1])
    elif mot == "position":
        dit = {}
    elif mot == "play":
        position = " ".join(dit["position"][0])
        print(choisir(position, dit["moves"][0], dit), flush=True)
    dit.setdefault(mot, []).append(suite)
