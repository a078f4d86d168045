# Right functions for the dominos in other styles. `#: style` adds to dominos.py what follows,
# `#: style | alone` is a program of its own.
#: le programme du sujet, avec les print de Python 2 | alone
import random

def creation_jeu(max=6):
    jeu=[]
    for i in range(max,-1,-1):
        for j in range(i,-1,-1):
            jeu = jeu + [[i,j]]
    return jeu

def distribue(jeu,n=10):
    main = []
    for i in range(n):
        r = random.randint(0,len(jeu)-1)
        main = main + [ jeu[r] ]
        jeu.pop(r)
    return main

def est_avant(d,e):
    if d[0]>e[0] or ( d[0]==e[0] and d[1]>e[1] ):
        return True
    return False

def tri_decr(player):
    player = sorted(player)
    player.reverse()
    return player

def is_player1_first(p1,p2):
    if est_avant(p1[0],p2[0]):
        return True
    return False

def possibilites(table,p1):
    possbl = []
    x=table[0][0]
    y=table[-1][1]
    for i in range(len(p1)):
        if p1[i][0]==x or p1[i][1]==x or p1[i][0]==y or p1[i][1]==y:
            possbl = possbl + [ i ]
    return possbl

def un_tour_de_jeu(table,player,passe):
    possbl = possibilites(table,player)
    if len(possbl)==0:
        return table,player,passe + 1
    table = positionne(player[ possbl[0] ], table)
    player.pop(possbl[0])
    return table,player,0

def positionne(domino,table):
    if domino[0]==table[0][0]:
        table = [ [ domino[1],domino[0] ] ] + table
    elif domino[1]==table[0][0]:
        table = [ [ domino[0],domino[1] ] ] + table
    elif domino[0]==table[-1][1]:
        table = table + [ [ domino[0],domino[1] ] ]
    else:
        table = table + [ [ domino[1],domino[0] ] ]
    return table

def doubles(main):
    a=[];b=[];c=[]
    for i in range(len(main)):
        if main[i][0]==main[i][1]:
            a.append(main[i][0]); b.append(main[i][1]); c.append(i+1)
    return [a,b,c]

def histogramme(jeu):
    H=[0]*7
    for d in jeu:
        H[d[0]]+=1
        H[d[1]]+=1
    return H

def max_presence(jeu):
    H=histogramme(jeu)
    m=max(H)
    return [i for i in range(len(H)) if H[i]==m]

if __name__ == "__main__":
    import doctest
    doctest.testmod()

    jeu = creation_jeu()
    player1 = tri_decr(distribue(jeu))
    print "Joueur 1:",player1
#: des nombres au lieu de couples | alone
from random import *
def creation_jeu():
    return [10*i+j for i in range(6,-1,-1) for j in range(i,-1,-1)]
def distribue(jeu, n):
    shuffle(jeu)
    return [jeu.pop() for _ in range(n)]
def est_avant(d, e):
    return d > e
def tri_decr(L):
    for i in range(len(L)):
        for j in range(len(L)-1-i):
            if est_avant(L[j+1], L[j]):
                L[j], L[j+1] = L[j+1], L[j]
    return L
def doubles(main):
    d, p = [], []
    for k, x in enumerate(main):
        if x // 10 == x % 10:
            d.append(x)
            p.append(k + 1)
    return [d, p]
def histogramme(main):
    H = 7 * [0]
    for x in main:
        H[x // 10] += 1
        H[x % 10] += 1
    return H
def max_presence(main):
    H = histogramme(main)
    return [k for k in range(7) if H[k] == max(H)]
def possibilites(main, a, b):
    r = [k for k in range(len(main)) if main[k]//10 in (a,b) or main[k]%10 in (a,b)]
    return [[main[k] for k in r], [k+1 for k in r]]
def is_player1_first(a, b):
    return est_avant(a[0], b[0])
#: des colonnes au lieu de lignes | alone
import random
def creation_jeu(max=6):
    return [(i,j) for i in range(max+1) for j in range(i+1)]
def distribue(jeu, n=10):
    main = random.sample(jeu, n)
    for d in main:
        jeu.remove(d)
    return main
def est_avant(d, e):
    if d[0]*10+d[1] > e[0]*10+e[1]:
        return True
    else:
        return False
def tri_decr(player):
    res = []
    player = list(player)
    while player:
        m = player[0]
        for d in player:
            if est_avant(d, m): m = d
        player.remove(m)
        res.append(m)
    return res
def doubles(main):
    return [(d[0], d[1], i+1) for i, d in enumerate(main) if d[0]==d[1]]
def histogramme(jeu):
    return [sum((d[0]==v)+(d[1]==v) for d in jeu) for v in range(7)]
def max_presence(jeu):
    h = histogramme(jeu); best=[]
    for i,v in enumerate(h):
        if not best or v > h[best[0]]: best=[i]
        elif v == h[best[0]]: best.append(i)
    return best
def possibilites(main, g, d):
    return [(x[0],x[1],i+1) for i,x in enumerate(main) if g in x or d in x]
#: des couples, les doubles et leurs places à part | alone
from random import shuffle, randrange
def creation_jeu(max=6):
    boite = set()
    for a in range(max + 1):
        for b in range(max + 1):
            boite.add((a, b) if a >= b else (b, a))
    return list(boite)
def distribue(jeu, n=10):
    tas = []
    while len(tas) < n:
        k = randrange(0, len(jeu))
        tas.append(jeu[k])
        del jeu[k]
    return tas
def doubles(main):
    trouves, places = [], []
    for place, (a, b) in enumerate(main, start=1):
        if a == b:
            trouves.append((a, b))
            places.append(place)
    return trouves, places
def possibilites(main, gauche, droite):
    trouves = [d for d in main if gauche in d or droite in d]
    return trouves, [main.index(d) + 1 for d in trouves]
def tri_decr(player):
    if len(player) <= 1:
        return player
    pivot = player[0]
    avant = [d for d in player[1:] if est_avant(d, pivot)]
    apres = [d for d in player[1:] if not est_avant(d, pivot)]
    return tri_decr(avant) + [pivot] + tri_decr(apres)
def est_avant(d, e):
    return 10 * d[0] + d[1] > 10 * e[0] + e[1]
#: la boîte à l'endroit, par compréhension
def creation_jeu(max=6):
    return [[i, j] for i in range(max + 1) for j in range(max + 1) if i >= j]
#: la boîte par récurrence
def creation_jeu(max=6):
    if max < 0:
        return []
    return [[max, j] for j in range(max, -1, -1)] + creation_jeu(max - 1)
#: la boîte avec les petits d'abord, sans paramètre
def creation_jeu():
    jeu = []
    i = 0
    while i <= 6:
        j = 0
        while j <= i:
            jeu.append([i, j])
            j += 1
        i += 1
    return jeu
#: mélanger puis prendre au bout
def distribue(jeu, n=10):
    random.shuffle(jeu)
    main = jeu[:n]
    del jeu[:n]
    return main
#: choisir puis retirer
def distribue(jeu, n=10):
    main = []
    for _ in range(n):
        domino = random.choice(jeu)
        jeu.remove(domino)
        main.append(domino)
    return main
#: des entiers 0 et 1 pour faux et vrai
def est_avant(d, e):
    d, e = halves(d), halves(e)
    if d[0] > e[0]:
        return 1
    if d[0] == e[0] and d[1] > e[1]:
        return 1
    return 0
#: rien au lieu de False
def est_avant(d, e):
    if halves(d) > halves(e):
        return True
#: tri par insertion, sur place et renvoyé
def tri_decr(player):
    for i in range(1, len(player)):
        j = i
        while j > 0 and est_avant(player[j], player[j - 1]):
            player[j], player[j - 1] = player[j - 1], player[j]
            j -= 1
    return player
#: tri sur place, rien de renvoyé
def tri_decr(player):
    player.sort(key=halves)
    player.reverse()
#: tri par sélection dans une autre liste
def tri_decr(player):
    reste, trie = list(player), []
    while reste:
        meilleur = reste[0]
        for d in reste[1:]:
            if est_avant(d, meilleur):
                meilleur = d
        reste.remove(meilleur)
        trie.append(meilleur)
    return trie
#: tri fusion
def fusion(a, b):
    if not a:
        return b
    if not b:
        return a
    if est_avant(a[0], b[0]):
        return [a[0]] + fusion(a[1:], b)
    return [b[0]] + fusion(a, b[1:])
def tri_decr(player):
    if len(player) < 2:
        return list(player)
    milieu = len(player) // 2
    return fusion(tri_decr(player[:milieu]), tri_decr(player[milieu:]))
#: histogramme par dictionnaire
def histogramme(jeu):
    compte = {i: 0 for i in range(7)}
    for d in jeu:
        for v in halves(d):
            compte[v] += 1
    return [compte[i] for i in range(7)]
#: histogramme avec un Counter, et un tuple
from collections import Counter
def histogramme(jeu):
    compte = Counter(v for d in jeu for v in halves(d))
    return tuple(compte[i] for i in range(7))
#: le maximum à la main, dans l'ordre inverse
def max_presence(jeu):
    h = histogramme(jeu)
    plus = 0
    for n in h:
        if n > plus:
            plus = n
    return [i for i in range(6, -1, -1) if h[i] == plus]
#: un ensemble
def max_presence(jeu):
    h = histogramme(jeu)
    return {i for i, n in enumerate(h) if n == max(h)}
#: les doubles comme une liste de triplets
def doubles(main):
    return [[a, b, i] for i, (a, b) in enumerate(main, 1) if a == b]
#: les doubles comme des couples domino, place
def doubles(main):
    resultat = []
    for i in range(len(main)):
        if main[i][0] == main[i][1]:
            resultat.append((main[i], i + 1))
    return resultat
#: possibilités comme un filtre
def possibilites(table, p1, bout=None):
    if bout is None:
        bouts = {table[0][0], table[-1][1]}
        return list(filter(lambda i: bouts & set(p1[i]), range(len(p1))))
    colonnes = [d + [i + 1] for i, d in enumerate(table) if {p1, bout} & set(d)]
    return [[c[k] for c in colonnes] for k in range(3)]
#: le premier joueur, par comparaison de listes
def is_player1_first(p1, p2):
    return p1[0] > p2[0]
#: positionner sur place et renvoyer, à droite d'abord
def positionne(domino, table):
    a, b = domino
    if a == table[-1][1]:
        table.append([a, b])
    elif b == table[-1][1]:
        table.append([b, a])
    elif a == table[0][0]:
        table.insert(0, [b, a])
    else:
        table.insert(0, [a, b])
    return table
#: un tour, le dernier domino possible, un tuple de listes neuves
def un_tour_de_jeu(table, player, passe):
    possibles = possibilites(table, player)
    if not possibles:
        return table, player, passe + 1
    choix = possibles[-1]
    domino = player[choix]
    return positionne(domino, table), player[:choix] + player[choix + 1:], 0
#: une classe pour les dominos
class Domino:
    def __init__(self, couple):
        self.a, self.b = halves(couple)
    def __lt__(self, autre):
        return (self.a, self.b) < (autre.a, autre.b)
    def est_double(self):
        return self.a == self.b
def est_avant(d, e):
    return Domino(e) < Domino(d)
def doubles(main):
    places = [i for i, d in enumerate(main) if Domino(d).est_double()]
    return placed(main, places)
#: un étudiant : tri rapide, dictionnaire, sur place, deux espaces | alone
def creation_jeu(max=6):
  jeu=[]
  for i in range(max,-1,-1):
    for j in range(i,-1,-1):
      jeu=jeu+[[i,j]]
  return jeu
def distribue(jeu,n=10):
  import random
  main=random.sample(jeu,n)
  for d in main: jeu.remove(d)
  return main
def est_avant(d,e):
  return d[0]*10+d[1]>e[0]*10+e[1]
def tri_decr(p):
  if len(p)<=1: return p
  pivot=p[0]
  return tri_decr([x for x in p[1:] if est_avant(x,pivot)])+[pivot]+tri_decr([x for x in p[1:] if not est_avant(x,pivot)])
def doubles(p):
  return [[d[0] for d in p if d[0]==d[1]],[d[1] for d in p if d[0]==d[1]],[i+1 for i in range(len(p)) if p[i][0]==p[i][1]]]
def histogramme(p):
  return {v:sum(d.count(v) for d in p) for v in range(7)}
def max_presence(p):
  h=histogramme(p)
  m=max(h.values())
  return [k for k in h if h[k]==m]
def possibilites(table,p1):
  return [i for i,d in enumerate(p1) if table[0][0] in d or table[-1][1] in d]
def is_player1_first(p1,p2):
  return est_avant(max(p1),max(p2))
def positionne(domino,table):
  if table[0][0] in domino:
    if domino[1]==table[0][0]: table.insert(0,domino)
    else: table.insert(0,domino[::-1])
  else:
    if domino[0]==table[-1][1]: table.append(domino)
    else: table.append(domino[::-1])
def un_tour_de_jeu(table,player,passe):
  pos=possibilites(table,player)
  if pos==[]:
    print("Joueur passe")
    return table,player,passe+1
  d=player.pop(pos[0])
  positionne(d,table)
  return table,player,0
if __name__=="__main__":
  j=creation_jeu()
#: deux dominos égaux, que la boîte ne contient pas
def est_avant(d, e):
    return halves(d) >= halves(e)
#: la main est tirée sans remise, la boîte reste entière
def distribue(jeu, n=10):
    return random.sample(jeu, n)
