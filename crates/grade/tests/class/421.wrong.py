#: permuter2i | ne permute rien | [1,0]
def permuter2i(a, b):
    return (a, b)
#: decroitre2i | dans l'ordre croissant | [1,0]
def decroitre2i(a, b):
    return (min(a, b), max(a, b))
#: decroitre3i | deux échanges seulement | [0,0,1]
def decroitre3i(a, b, c):
    a, b = max(a, b), min(a, b)
    b, c = max(b, c), min(b, c)
    return (a, b, c)
#: tierce | seul le premier écart | [2,1,1]
def tierce(a, b, c):
    return a == b + 1
#: tierce | dans l'ordre croissant | [3,2,1]
def tierce(a, b, c):
    return a + 1 == b and b + 1 == c
#: brelan | deux dés égaux suffisent | [2,1,1]
def brelan(a, b, c):
    return a == b or b == c
#: est421 | dans n'importe quel ordre, pas celui du sujet | [4,2,1]
def est421(a, b, c):
    return a == 1 and b == 2 and c == 4
#: est421 | le dernier dé oublié | [4,2,2]
def est421(a, b, c):
    return a == 4 and b == 2
#: njetons | le brelan vaut 3 | [1,1,1]
def njetons(a, b, c):
    if brelan(a, b, c):
        return 3
    return 2 if tierce(a, b, c) else 8 if est421(a, b, c) else 1
#: njetons | le cas mineur oublié | [2,1,1]
def njetons(a, b, c):
    if brelan(a, b, c):
        return 5
    if tierce(a, b, c):
        return 2
    if est421(a, b, c):
        return 8
#: evalcmb | à l'envers | [2,1,1]
def evalcmb(a, b, c):
    return 100 * c + 10 * b + a
#: jetDe | jamais de 6 | []
def jetDe():
    return rnd.randint(1, 5)
#: jetDe | de 0 à 5 | []
def jetDe():
    return rnd.randint(0, 5)
#: traiterJetonsDiff | le gagnant reçoit | [2,1,1,1]
def traiterJetonsDiff(nj1, nj2, njtot1, njtot2):
    print("cas de jetons differents -- ", end="")
    if nj1 > nj2:
        print("joueur 1 gagnant")
        return (njtot1 + nj1, njtot2 - nj1)
    print("joueur 2 gagnant")
    return (njtot1 - nj2, njtot2 + nj2)
#: traiterJetonsDiff | les jetons du perdant | [2,1,1,1]
def traiterJetonsDiff(nj1, nj2, njtot1, njtot2):
    print("cas de jetons differents -- ", end="")
    if nj1 > nj2:
        print("joueur 1 gagnant")
        return (njtot1 - nj2, njtot2 + nj2)
    print("joueur 2 gagnant")
    return (njtot1 + nj1, njtot2 - nj1)
#: traiterJetonsEgaux | le plus petit gagne | [1,0,1,1,1]
def traiterJetonsEgaux(nj, s1, s2, njtot1, njtot2):
    print("cas de jetons egaux -- ", end="")
    if s1 < s2:
        print("joueur 1 gagnant")
        return (njtot1 - nj, njtot2 + nj)
    print("joueur 2 gagnant")
    return (njtot1 + nj, njtot2 - nj)
#: tierce | n'importe quel ordre, mais deux égaux passent | [2,1,1]
def tierce(a, b, c):
    return a - c <= 2 and a != c
#: njetons | la tierce avant le 421 est oubliée | [3,2,1]
def njetons(a, b, c):
    return 8 if est421(a, b, c) else 5 if brelan(a, b, c) else 1
#: relancer | relance toujours | {"args":[1,1],"typed":"0\n"}
def relancer(de, n):
    int(input("Valeur du %deme de = %d (tapez 1 pour relancer)? " % (n, de)))
    return jetDe()
