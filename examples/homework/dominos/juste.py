"""Jeu de dominos : un devoir juste."""

import random


def creation_jeu(max=6):
    return [[i, j] for i in range(max, -1, -1) for j in range(i, -1, -1)]


def distribue(jeu, n=10):
    main = []
    for _ in range(n):
        main.append(jeu.pop(random.randint(0, len(jeu) - 1)))
    return main


def est_avant(d, e):
    return d[0] > e[0] or (d[0] == e[0] and d[1] > e[1])


def tri_decr(player):
    return sorted(player, reverse=True)


def doubles(main):
    places = [i for i in range(len(main)) if main[i][0] == main[i][1]]
    premiers = [main[i][0] for i in places]
    seconds = [main[i][1] for i in places]
    return [premiers, seconds, [i + 1 for i in places]]


def histogramme(jeu):
    nombres = [nombre for domino in jeu for nombre in domino]
    return [nombres.count(valeur) for valeur in range(max(nombres + [6]) + 1)]


def max_presence(jeu):
    compte = histogramme(jeu)
    return [valeur for valeur in range(len(compte)) if compte[valeur] == max(compte)]


def possibilites(table, p1, bout=None):
    if bout is None:
        x, y = table[0][0], table[-1][1]
        return [i for i in range(len(p1)) if x in p1[i] or y in p1[i]]
    main = table
    places = [i for i in range(len(main)) if p1 in main[i] or bout in main[i]]
    return [[main[i][0] for i in places], [main[i][1] for i in places], [i + 1 for i in places]]


def is_player1_first(p1, p2):
    return est_avant(p1[0], p2[0])


def un_tour_de_jeu(table, player, passe):
    possbl = possibilites(table, player)
    if len(possbl) == 0:
        return table, player, passe + 1
    table = positionne(player[possbl[0]], table)
    player.pop(possbl[0])
    return table, player, 0


def positionne(domino, table):
    if domino[0] == table[0][0]:
        return [[domino[1], domino[0]]] + table
    if domino[1] == table[0][0]:
        return [[domino[0], domino[1]]] + table
    if domino[0] == table[-1][1]:
        return table + [[domino[0], domino[1]]]
    return table + [[domino[1], domino[0]]]
