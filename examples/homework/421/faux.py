"""Jeu du 421 : un devoir faux (la tierce vaut 3 jetons, 5 4 2 en est une)."""

import random as rnd


def permuter2i(a, b):
    return (b, a)


def decroitre2i(a, b):
    if a < b:
        a, b = permuter2i(a, b)
    return (a, b)


def decroitre3i(a, b, c):
    a, b = decroitre2i(a, b)
    b, c = decroitre2i(b, c)
    a, b = decroitre2i(a, b)
    return (a, b, c)


def tierce(a, b, c):
    return a == b + 1 and b > c


def brelan(a, b, c):
    return a == b and b == c


def est421(a, b, c):
    return a == 4 and b == 2 and c == 1


def njetons(a, b, c):
    if brelan(a, b, c):
        return 5
    elif tierce(a, b, c):
        return 3
    elif est421(a, b, c):
        return 8
    return 1


def evalcmb(a, b, c):
    return 100 * a + 10 * b + c


def test_calcul():
    print("Trois entiers? ", end="")
    n1 = int(input())
    n2 = int(input())
    n3 = int(input())
    a, b, c = decroitre3i(n1, n2, n3)
    print("==> ", a, " ", b, " ", c, sep="")
    print("tierce = ", int(tierce(a, b, c)), sep="")
    print("brelan = ", int(brelan(a, b, c)), sep="")
    print("est421 = ", int(est421(a, b, c)), sep="")
    print("njetons = ", njetons(a, b, c), sep="")
    print("evalcmb = ", evalcmb(a, b, c), sep="")


def jetDe():
    return rnd.randint(1, 6)


def relancer(de, n):
    print("Valeur du ", n, "eme de = ", de, " (tapez 1 pour relancer)? ", sep="", end="")
    if int(input()) == 1:
        de = jetDe()
    return de


def jouerTour():
    d1, d2, d3 = jetDe(), jetDe(), jetDe()
    nlancers = 1
    print("Combinaison actuelle = ", d1, d2, d3, sep="")
    rejouer = int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
    while nlancers < 3 and rejouer == 1:
        d1 = relancer(d1, 1)
        d2 = relancer(d2, 2)
        d3 = relancer(d3, 3)
        nlancers += 1
        print("Combinaison actuelle = ", d1, d2, d3, sep="")
        rejouer = int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
    print("Combinaison finale = ", d1, d2, d3, sep="")
    a, b, c = decroitre3i(d1, d2, d3)
    return (njetons(a, b, c), evalcmb(a, b, c))


def test_tour():
    nj, s = jouerTour()
    print("njetons = ", nj, ", evalcmb = ", s, sep="")


def traiterJetonsDiff(nj1, nj2, njtot1, njtot2):
    print("cas de jetons differents -- ", end="")
    if nj1 > nj2:
        print("joueur 1 gagnant")
        return (njtot1 - nj1, njtot2 + nj1)
    print("joueur 2 gagnant")
    return (njtot1 + nj2, njtot2 - nj2)


def traiterJetonsEgaux(nj, s1, s2, njtot1, njtot2):
    print("cas de jetons egaux -- ", end="")
    if s1 > s2:
        print("joueur 1 gagnant")
        return (njtot1 - nj, njtot2 + nj)
    print("joueur 2 gagnant")
    return (njtot1 + nj, njtot2 - nj)


def test_jeu():
    nj = int(input("Nombre de jetons? "))
    njtot1, njtot2 = nj, nj
    while njtot1 > 0 and njtot2 > 0:
        print("==> Joueur 1 actif:")
        nj1, s1 = jouerTour()
        print("==> Joueur 2 actif:")
        nj2, s2 = jouerTour()
        if s1 == s2:
            print("cas d'egalite de combinaisons -- tour a vide... on recommence")
        elif nj1 != nj2:
            njtot1, njtot2 = traiterJetonsDiff(nj1, nj2, njtot1, njtot2)
        else:
            njtot1, njtot2 = traiterJetonsEgaux(nj1, s1, s2, njtot1, njtot2)
        print("njtot1 = ", njtot1, ", njtot2 = ", njtot2, sep="")
