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


def test_calcul0():
    print("Trois entiers? ", end="")
    n1, n2, n3 = int(input()), int(input()), int(input())
    n1, n2, n3 = decroitre3i(n1, n2, n3)
    print("==> ", n1, " ", n2, " ", n3, sep="")


def tierce(a, b, c):
    return a == b + 1 and b == c + 1


def brelan(a, b, c):
    return a == b == c


def est421(a, b, c):
    return (a, b, c) == (4, 2, 1)


def njetons(a, b, c):
    if brelan(a, b, c):
        return 5
    if tierce(a, b, c):
        return 2
    if est421(a, b, c):
        return 8
    return 1


def evalcmb(a, b, c):
    return 100 * a + 10 * b + c


def test_calcul():
    print("Trois entiers? ", end="")
    n1, n2, n3 = int(input()), int(input()), int(input())
    d = decroitre3i(n1, n2, n3)
    print("==>", *d)
    print("tierce =", int(tierce(*d)))
    print("brelan =", int(brelan(*d)))
    print("est421 =", int(est421(*d)))
    print("njetons =", njetons(*d))
    print("evalcmb =", evalcmb(*d))


def jetDe():
    return rnd.randint(1, 6)


def relancer(de, n):
    print("Valeur du ", n, "eme de = ", de, " (tapez 1 pour relancer)? ", sep="", end="")
    if int(input()) == 1:
        de = jetDe()
    return de


def jouerTour():
    d = [jetDe(), jetDe(), jetDe()]
    lancers = 1
    print("Combinaison actuelle = ", *d, sep="")
    rejouer = int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
    while lancers < 3 and rejouer == 1:
        d = [relancer(d[i], i + 1) for i in range(3)]
        lancers += 1
        print("Combinaison actuelle = ", *d, sep="")
        rejouer = int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
    print("Combinaison finale = ", *d, sep="")
    d = decroitre3i(*d)
    return (njetons(*d), evalcmb(*d))


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
    njtot1 = njtot2 = int(input("Nombre de jetons? "))
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
