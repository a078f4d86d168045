# Right functions for 421 in other styles. `#: style` adds to 421.py what follows, `#: style | alone`
# is a program of its own.
#: le programme du sujet | alone
import random as rnd
def permuter2i(a, b):
    """ Permute """
    return (b, a)
def décroitre2i(a, b):
    if a < b:
        a, b = permuter2i(a, b)
    return (a, b)
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
    return ((a == b + 1) and (b == c + 1))
def brelan(a, b, c):
    return (a == b and b == c)
def est421(a, b, c):
    return (a == 4 and b == 2 and c == 1)
def njetons(a, b, c):
    if brelan(a, b, c):
        return 5
    elif tierce(a, b, c):
        return 2
    elif est421(a, b, c):
        return 8
    else:
        return 1
def evalcmb(a, b, c):
    return (100 * a + 10 * b + c)
def jetDe():
    return rnd.randint(1, 6)
def relancer(de, n):
    print("Valeur du ", n, "eme de = ", de, " (tapez 1 pour relancer)? ", sep="", end="")
    rejouer = int(input())
    if rejouer == 1:
        de = jetDe()
    return de
def jouerTour():
    d1, d2, d3 = jetDe(), jetDe(), jetDe()
    nlancers = 1
    print(nlancers, "eme jet -- Combinaison actuelle = ", d1, d2, d3, sep="")
    rejouer = int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
    while nlancers <= 3 and rejouer == 1:
        d1 = relancer(d1, 1)
        d2 = relancer(d2, 2)
        d3 = relancer(d3, 3)
        nlancers += 1
        if nlancers <= 3:
            print(nlancers, "eme jet -- Combinaison actuelle = ", d1, d2, d3, sep="")
            rejouer = int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
    print("Combinaison finale = ", d1, d2, d3, sep="")
    d1, d2, d3 = decroitre3i(d1, d2, d3)
    nj = njetons(d1, d2, d3)
    s = evalcmb(d1, d2, d3)
    return (nj, s)
def traiterJetonsDiff(nj1, nj2, njtot1, njtot2):
    print("cas de jetons differents -- ", end="")
    if nj1 > nj2:
        print("joueur 1 gagnant")
        njtot1 -= nj1
        njtot2 += nj1
    else:
        print("joueur 2 gagnant")
        njtot1 += nj2
        njtot2 -= nj2
    return (njtot1, njtot2)
def traiterJetonsEgaux(nj, s1, s2, njtot1, njtot2):
    print("cas de jetons egaux -- ", end="")
    if s1 > s2:
        print("joueur 1 gagnant")
        njtot1 -= nj
        njtot2 += nj
    else:
        print("joueur 2 gagnant")
        njtot1 += nj
        njtot2 -= nj
    return (njtot1, njtot2)
import Jeu421
def test_calcul0():
    print("Trois entiers? ", sep="", end="")
    n1 = int(input())
    n2 = int(input())
    n3 = int(input())
    n1, n2, n3 = Jeu421.decroitre3i(n1, n2, n3)
    print("==> ", n1, " ", n2, " ", n3, sep="")
def test_calcul():
    print("Trois entiers? ", sep="", end="")
    n1 = int(input())
    n2 = int(input())
    n3 = int(input())
    n1, n2, n3 = Jeu421.decroitre3i(n1, n2, n3)
    print("==> ", n1, " ", n2, " ", n3, sep="")
    d1, d2, d3 = n1, n2, n3
    print("tierce = ", Jeu421.tierce(d1, d2, d3), sep="")
    print("brelan = ", Jeu421.brelan(d1, d2, d3), sep="")
    print("est421 = ", Jeu421.est421(d1, d2, d3), sep="")
    print("njetons = ", Jeu421.njetons(d1, d2, d3), sep="")
    print("evalcmb = ", Jeu421.evalcmb(d1, d2, d3), sep="")
def test_tour():
    nj, s = Jeu421.jouerTour()
    print("njetons = ", nj, ", evalcmb = ", s, sep="")
def test_jeu():
    nj = int(input("Nombre de jetons? "))
    njtot1 = nj
    njtot2 = nj
    while njtot1 > 0 and njtot2 > 0:
        print("==> Joueur 1 actif:")
        nj1, s1 = Jeu421.jouerTour()
        print("==> Joueur 2 actif:")
        nj2, s2 = Jeu421.jouerTour()
        if s1 == s2:
            print("cas d'egalite de combinaisons -- tour a vide... on recommence")
        elif nj1 != nj2:
            njtot1, njtot2 = Jeu421.traiterJetonsDiff(nj1, nj2, njtot1, njtot2)
        else:
            njtot1, njtot2 = Jeu421.traiterJetonsEgaux(nj1, s1, s2, njtot1, njtot2)
    print("njtot1 = ", njtot1, ", njtot2 = ", njtot2, sep="")
#: tout sur une ligne, accents, f-chaînes | alone
from random import randint
def decroitre2i(a,b):
    return max(a,b), min(a,b)
def decroitre3i(a,b,c):
    return sorted([a,b,c], reverse=True)
def permuter2i(a,b):
    tmp = a
    a = b
    b = tmp
    return a, b
def tierce(a,b,c):
    if a - b == 1 and b - c == 1:
        return True
    return False
def brelan(a,b,c):
    return len({a,b,c}) == 1
def est421(a,b,c):
    return [a,b,c] == [4,2,1]
def njetons(a,b,c):
    n = 1
    if est421(a,b,c): n = 8
    elif brelan(a,b,c): n = 5
    elif tierce(a,b,c): n = 2
    return n
def evalcmb(a,b,c):
    return int(str(a)+str(b)+str(c))
def test_calcul0():
    a, b, c = map(int, input("Trois entiers? ").split())
    a, b, c = decroitre3i(a, b, c)
    print("==>", a, b, c)
def test_calcul():
    a, b, c = [int(x) for x in input("Trois entiers? ").split()]
    a, b, c = decroitre3i(a, b, c)
    print(f"==> {a} {b} {c}")
    print(f"tierce = {tierce(a,b,c)}")
    print(f"brelan = {brelan(a,b,c)}")
    print(f"est421 = {est421(a,b,c)}")
    print(f"njetons = {njetons(a,b,c)}")
    print(f"evalcmb = {evalcmb(a,b,c)}")
def jetDe():
    return randint(1,6)
def relancer(de, n):
    rep = input(f"Valeur du {n}eme de = {de} (tapez 1 pour relancer)? ")
    if rep == "1":
        return jetDe()
    else:
        return de
def jouerTour():
    des = [jetDe() for i in range(3)]
    nb = 1
    print(f"Combinaison actuelle = {des[0]}{des[1]}{des[2]}")
    rep = input("Pour la rejouer, tapez 1 (autre==fin)? ")
    while rep == "1" and nb < 3:
        for i in range(3):
            des[i] = relancer(des[i], i+1)
        nb += 1
        print(f"Combinaison actuelle = {des[0]}{des[1]}{des[2]}")
        rep = input("Pour la rejouer, tapez 1 (autre==fin)? ")
    print(f"Combinaison finale = {des[0]}{des[1]}{des[2]}")
    des.sort(reverse=True)
    return njetons(*des), evalcmb(*des)
def test_tour():
    nj, s = jouerTour()
    print(f"njetons = {nj}, evalcmb = {s}")
def traiterJetonsDiff(nj1, nj2, njtot1, njtot2):
    if nj1 > nj2:
        print("cas de jetons différents -- joueur 1 gagnant")
        return njtot1 - nj1, njtot2 + nj1
    else:
        print("cas de jetons différents -- joueur 2 gagnant")
        return njtot1 + nj2, njtot2 - nj2
def traiterJetonsEgaux(nj, s1, s2, njtot1, njtot2):
    if s1 > s2:
        print("cas de jetons égaux -- joueur 1 gagnant")
        njtot1, njtot2 = njtot1 - nj, njtot2 + nj
    else:
        print("cas de jetons égaux -- joueur 2 gagnant")
        njtot1, njtot2 = njtot1 + nj, njtot2 - nj
    return [njtot1, njtot2]
def test_jeu():
    n = int(input("Nombre de jetons? "))
    j1, j2 = n, n
    while j1 > 0 and j2 > 0:
        print("==> Joueur 1 actif:")
        nj1, s1 = jouerTour()
        print("==> Joueur 2 actif:")
        nj2, s2 = jouerTour()
        if s1 == s2:
            print("cas d'égalité de combinaisons -- tour à vide... on recommence")
        elif nj1 != nj2:
            j1, j2 = traiterJetonsDiff(nj1, nj2, j1, j2)
        else:
            j1, j2 = traiterJetonsEgaux(nj1, s1, s2, j1, j2)
        print(f"njtot1 = {j1}, njtot2 = {j2}")
#: une classe, sans supposer l'ordre | alone
import random
def tierce(a,b,c):
    "sans supposer l'ordre"
    x = sorted((a,b,c))
    return x[0]+1==x[1] and x[1]+1==x[2]
def brelan(a,b,c):
    if a==b and a==c: return 1
    else: return 0
def est421(a,b,c):
    return a*100+b*10+c==421
def njetons(a,b,c):
    return 8 if est421(a,b,c) else 5 if brelan(a,b,c) else 2 if tierce(a,b,c) else 1
def evalcmb(a,b,c):
    s=0
    for x in (a,b,c): s=10*s+x
    return s
def permuter2i(a,b):
    a = a + b
    b = a - b
    a = a - b
    return [a, b]
def decroitre2i(a,b):
    if a >= b: return [a,b]
    return permuter2i(a,b)
def decroitre3i(a,b,c):
    l = [a,b,c]
    for i in range(3):
        for j in range(2):
            if l[j] < l[j+1]:
                l[j], l[j+1] = permuter2i(l[j], l[j+1])
    return tuple(l)
def jetDe():
    return int(random.random()*6)+1
class Jet:
    def __init__(self): self.des=[jetDe() for _ in range(3)]
    def __str__(self): return "".join(map(str,self.des))
def relancer(de, n):
    print("Valeur du "+str(n)+"eme de = "+str(de)+" (tapez 1 pour relancer)? ",end="")
    r = int(input())
    return jetDe() if r==1 else de
def jouerTour():
    j = Jet()
    n = 1
    while True:
        print("Combinaison actuelle =", j)
        r = int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
        if r != 1 or n == 3: break
        j.des = [relancer(d, i) for i, d in enumerate(j.des, 1)]
        n += 1
    print("Combinaison finale =", j)
    d = decroitre3i(*j.des)
    return njetons(*d), evalcmb(*d)
def test_tour():
    r = jouerTour()
    print("njetons = %d, evalcmb = %d" % r)
#: permuter par une variable auxiliaire
def permuter2i(a, b):
    tmp = a
    a = b
    b = tmp
    return a, b
#: des listes au lieu de tuples
def decroitre2i(a, b):
    return [max(a, b), min(a, b)]
def decroitre3i(a, b, c):
    return sorted([a, b, c])[::-1]
#: le médian par la somme
def decroitre3i(a, b, c):
    grand, petit = max(a, b, c), min(a, b, c)
    return grand, a + b + c - grand - petit, petit
#: tous les cas à la main
def decroitre3i(a, b, c):
    if a >= b >= c:
        return (a, b, c)
    if a >= c >= b:
        return (a, c, b)
    if b >= a >= c:
        return (b, a, c)
    if b >= c >= a:
        return (b, c, a)
    if c >= a >= b:
        return (c, a, b)
    return (c, b, a)
#: des prédicats avec if et else
def tierce(a, b, c):
    if a - b == 1:
        if b - c == 1:
            return True
        else:
            return False
    else:
        return False
def brelan(a, b, c):
    if a != b or b != c:
        return False
    return True
#: 1 et 0 comme en C
def tierce(a, b, c):
    return 1 if a == b + 1 == c + 2 else 0
def est421(a, b, c):
    return int(a == 4 and b == 2 and c == 1)
#: jetons par un dictionnaire
def njetons(a, b, c):
    valeurs = {(4, 2, 1): 8}
    for i in range(1, 7):
        valeurs[i, i, i] = 5
    for i in range(3, 7):
        valeurs[i, i - 1, i - 2] = 2
    return valeurs.get((a, b, c), 1)
#: la valeur par une chaîne
def evalcmb(a, b, c):
    return int("%d%d%d" % (a, b, c))
#: un dé par choice
def jetDe():
    return rnd.choice([1, 2, 3, 4, 5, 6])
#: un dé par random
def jetDe():
    return int(rnd.random() * 6) + 1
#: un dé par randrange, une question par input
def jetDe():
    return rnd.randrange(1, 7)
def relancer(de, n):
    reponse = input("Valeur du {}eme de = {} (tapez 1 pour relancer)? ".format(n, de))
    return jetDe() if reponse.strip() == "1" else de
#: trois entiers sur une ligne
def test_calcul0():
    n1, n2, n3 = map(int, input("Trois entiers? ").split())
    print("==>", *decroitre3i(n1, n2, n3))
#: des vrais et des faux
def test_calcul():
    print("Trois entiers? ", end="")
    n = [int(input()) for _ in range(3)]
    a, b, c = decroitre3i(*n)
    print("==> {} {} {}".format(a, b, c))
    for nom, f in [("tierce", tierce), ("brelan", brelan), ("est421", est421),
                   ("njetons", njetons), ("evalcmb", evalcmb)]:
        print(nom, "=", f(a, b, c))
#: le tour avec une boucle sans fin et une sortie
def jouerTour():
    des = [jetDe() for _ in range(3)]
    n = 0
    while True:
        n += 1
        print("Combinaison actuelle = " + "".join(str(d) for d in des))
        if int(input("Pour la rejouer, tapez 1 (autre==fin)? ")) != 1 or n == 3:
            break
        for i in range(3):
            des[i] = relancer(des[i], i + 1)
    print("Combinaison finale = " + "".join(str(d) for d in des))
    a, b, c = sorted(des, reverse=True)
    return njetons(a, b, c), evalcmb(a, b, c)
#: les jetons dans l'autre ordre des tests
def traiterJetonsDiff(nj1, nj2, njtot1, njtot2):
    gagnant = 2 if nj2 > nj1 else 1
    print("cas de jetons différents -- joueur", gagnant, "gagnant")
    donne = max(nj1, nj2)
    if gagnant == 2:
        donne = -donne
    return [njtot1 - donne, njtot2 + donne]
#: une fonction commune
def donner(nj, un_gagne, njtot1, njtot2):
    print("joueur", 1 if un_gagne else 2, "gagnant")
    signe = -1 if un_gagne else 1
    return njtot1 + signe * nj, njtot2 - signe * nj
def traiterJetonsEgaux(nj, s1, s2, njtot1, njtot2):
    print("cas de jetons egaux -- ", end="")
    return donner(nj, s1 > s2, njtot1, njtot2)
#: un étudiant : pas de question après le troisième lancer, un match nul, le gagnant nommé | alone
# coding: utf-8
# Jeu du 421 - TP3
from random import randint

def permuter2i(a,b):
    tmp = a
    a = b
    b = tmp
    return a,b

def decroitre2i(a,b):
    if a<b:
        return permuter2i(a,b)
    else:
        return a,b

def decroitre3i(a,b,c):
    a,b=decroitre2i(a,b)
    b,c=decroitre2i(b,c)
    a,b=decroitre2i(a,b)
    return a,b,c

def tierce(a,b,c):
    if a==b+1 and b==c+1:
        return True
    else:
        return False

def brelan(a,b,c):
    if a==b==c: return True
    return False

def est421(a,b,c):
    return a==4 and b==2 and c==1

def njetons(a,b,c):
    if est421(a,b,c): nb=8
    elif brelan(a,b,c): nb=5
    elif tierce(a,b,c): nb=2
    else: nb=1
    return nb

def evalcmb(a,b,c):
    return 100*a+10*b+c

def test_calcul():
    a,b,c = map(int, input("Trois entiers? ").split())
    a,b,c = decroitre3i(a,b,c)
    print("==>",a,b,c)
    print("tierce =",tierce(a,b,c))
    print("brelan =",brelan(a,b,c))
    print("est421 =",est421(a,b,c))
    print("njetons =",njetons(a,b,c))
    print("evalcmb =",evalcmb(a,b,c))

def jetDe():
    return randint(1,6)

def relancer(de,n):
    print("Valeur du {}eme de = {} (tapez 1 pour relancer)? ".format(n,de), end="")
    rep=input()
    if rep=="1":
        return jetDe()
    return de

def jouerTour():
    d1=jetDe()
    d2=jetDe()
    d3=jetDe()
    print("Combinaison actuelle = {}{}{}".format(d1,d2,d3))
    nlancers=1
    rep=int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
    while rep==1 and nlancers<3:
        d1=relancer(d1,1)
        d2=relancer(d2,2)
        d3=relancer(d3,3)
        nlancers+=1
        print("Combinaison actuelle = {}{}{}".format(d1,d2,d3))
        if nlancers<3:
            rep=int(input("Pour la rejouer, tapez 1 (autre==fin)? "))
    print("Combinaison finale = {}{}{}".format(d1,d2,d3))
    d1,d2,d3=decroitre3i(d1,d2,d3)
    return njetons(d1,d2,d3),evalcmb(d1,d2,d3)

def test_tour():
    nj,s=jouerTour()
    print("njetons = {}, evalcmb = {}".format(nj,s))

def traiterJetonsDiff(nj1,nj2,njtot1,njtot2):
    if nj1>nj2:
        print("cas de jetons différents -- joueur 1 gagnant")
        njtot1-=nj1
        njtot2+=nj1
    else:
        print("cas de jetons différents -- joueur 2 gagnant")
        njtot2-=nj2
        njtot1+=nj2
    return njtot1,njtot2

def traiterJetonsEgaux(nj,s1,s2,njtot1,njtot2):
    if s1>s2:
        print("cas de jetons égaux -- joueur 1 gagnant")
        return njtot1-nj,njtot2+nj
    print("cas de jetons égaux -- joueur 2 gagnant")
    return njtot1+nj,njtot2-nj

def test_jeu():
    njtot1=int(input("Nombre de jetons? "))
    njtot2=njtot1
    while njtot1>0 and njtot2>0:
        print("==> Joueur 1 actif:")
        nj1,s1=jouerTour()
        print("==> Joueur 2 actif:")
        nj2,s2=jouerTour()
        if s1==s2:
            print("Match nul")
        elif nj1!=nj2:
            njtot1,njtot2=traiterJetonsDiff(nj1,nj2,njtot1,njtot2)
        else:
            njtot1,njtot2=traiterJetonsEgaux(nj1,s1,s2,njtot1,njtot2)
        print("njtot1 = {}, njtot2 = {}".format(njtot1,njtot2))
    if njtot1<=0:
        print("Joueur 1 a gagné")
    else:
        print("Joueur 2 a gagné")

if __name__ == "__main__":
    test_jeu()
#: ne dit rien des jetons, d'autres noms, une fonction principale | alone
import random
def permuter2i(a,b):
    a,b=b,a
    return a,b
def decroitre2i(a,b):
    if a<b: a,b=b,a
    return [a,b]
def decroitre3i(a,b,c):
    return sorted([a,b,c], reverse=True)
def tierce(a,b,c):
    return a-b==1 and b-c==1
def brelan(a,b,c):
    return a==b and a==c
def est_421(a,b,c):
    return (a,b,c)==(4,2,1)
def nJetons(a,b,c):
    if est_421(a,b,c): return 8
    if brelan(a,b,c): return 5
    if tierce(a,b,c): return 2
    return 1
def evalcmb(a,b,c):
    return int(str(a)+str(b)+str(c))
def jet_de():
    return int(random.random()*6+1)
def relancer(de,n):
    rep=int(input("Valeur du "+str(n)+"eme de = "+str(de)+" (tapez 1 pour relancer)? "))
    if rep==1:
        de=random.randint(1,6)
    return de
def jouerTour():
    des=[jet_de() for i in range(3)]
    n=1
    while True:
        print("Combinaison actuelle = "+"".join(map(str,des)))
        if n==3 or input("Pour la rejouer, tapez 1 (autre==fin)? ")!="1": break
        for i in range(3): des[i]=relancer(des[i],i+1)
        n+=1
    print("Combinaison finale = "+"".join(map(str,des)))
    des=decroitre3i(*des)
    return nJetons(*des),evalcmb(*des)
def traiterJetonsDiff(nj1,nj2,njtot1,njtot2):
    if nj1>nj2:
        njtot1=njtot1-nj1
        njtot2=njtot2+nj1
    else:
        njtot1=njtot1+nj2
        njtot2=njtot2-nj2
    return njtot1,njtot2
def traiterJetonsEgaux(nj,s1,s2,njtot1,njtot2):
    if s1>s2:
        return njtot1-nj,njtot2+nj
    else:
        return njtot1+nj,njtot2-nj
def main():
    n=int(input("Nombre de jetons? "))
    a=b=n
    while a>0 and b>0:
        print("==> Joueur 1 actif:")
        nj1,s1=jouerTour()
        print("==> Joueur 2 actif:")
        nj2,s2=jouerTour()
        if s1==s2: print("MATCHNUL")
        elif nj1!=nj2: a,b=traiterJetonsDiff(nj1,nj2,a,b)
        else: a,b=traiterJetonsEgaux(nj1,s1,s2,a,b)
        print("njtot1 =",a,", njtot2 =",b)
if __name__=='__main__':
    main()
#: les résultats comme paramètres, à la manière du sujet
def jouerTour(nj, s):
    d1, d2, d3 = jetDe(), jetDe(), jetDe()
    print("Combinaison actuelle = ", d1, d2, d3, sep="")
    n = 1
    while n < 3 and int(input("Pour la rejouer, tapez 1 (autre==fin)? ")) == 1:
        d1, d2, d3 = relancer(d1, 1), relancer(d2, 2), relancer(d3, 3)
        n = n + 1
        if n < 3:
            print("Combinaison actuelle = ", d1, d2, d3, sep="")
    print("Combinaison finale = ", d1, d2, d3, sep="")
    d1, d2, d3 = decroitre3i(d1, d2, d3)
    nj = njetons(d1, d2, d3)
    s = evalcmb(d1, d2, d3)
    return nj, s
def test_tour():
    nj, s = jouerTour(0, 0)
    print("njetons = ", nj, ", evalcmb = ", s, sep="")
def test_jeu():
    a = b = int(input("Nombre de jetons? "))
    while a > 0 and b > 0:
        print("==> Joueur 1 actif:")
        nj1, s1 = jouerTour(0, 0)
        print("==> Joueur 2 actif:")
        nj2, s2 = jouerTour(0, 0)
        if s1 == s2:
            print("Egalite !")
        elif nj1 != nj2:
            a, b = traiterJetonsDiff(nj1, nj2, a, b)
        else:
            a, b = traiterJetonsEgaux(nj1, s1, s2, a, b)
        print("njtot1 = ", a, ", njtot2 = ", b, sep="")
