import random


def creation_jeu(max=6):
    jeu = []
    for i in range(max, -1, -1):
        for j in range(i, -1, -1):
            jeu = jeu + [[i, j]]
    return jeu


def distribue(jeu, n=10):
    main = []
    for i in range(n):
        main.append(jeu.pop(random.randrange(len(jeu))))
    return main


def halves(d):
    return d if isinstance(d, list) else [int(d) // 10, int(d) % 10]


def est_avant(d, e):
    return halves(d) > halves(e)


def tri_decr(player):
    return sorted(player, key=halves, reverse=True)


def placed(main, places):
    if main and not isinstance(main[0], list):
        return [[main[i] for i in places], [i + 1 for i in places]]
    return [[main[i][0] for i in places], [main[i][1] for i in places], [i + 1 for i in places]]


def doubles(main):
    return placed(main, [i for i in range(len(main)) if len(set(halves(main[i]))) == 1])


def histogramme(jeu):
    valeurs = [v for d in jeu for v in halves(d)]
    return [valeurs.count(i) for i in range(max([6] + valeurs) + 1)]


def max_presence(jeu):
    h = histogramme(jeu)
    return [i for i in range(len(h)) if h[i] == max(h)]


def possibilites(table, p1, bout=None):
    if bout is not None:
        fits = [i for i in range(len(table)) if p1 in halves(table[i]) or bout in halves(table[i])]
        return placed(table, fits)
    x, y = halves(table[0])[0], halves(table[-1])[1]
    return [i for i in range(len(p1)) if x in halves(p1[i]) or y in halves(p1[i])]


def is_player1_first(p1, p2):
    return est_avant(p1[0], p2[0])


def turned(d):
    return [d[1], d[0]] if isinstance(d, list) else 10 * (d % 10) + d // 10


def positionne(domino, table):
    a, b = halves(domino)
    if a == halves(table[0])[0]:
        return [turned(domino)] + table
    if b == halves(table[0])[0]:
        return [domino] + table
    if a == halves(table[-1])[1]:
        return table + [domino]
    return table + [turned(domino)]


def un_tour_de_jeu(table, player, passe):
    possbl = possibilites(table, player)
    if len(possbl) == 0:
        return table, player, passe + 1
    table = positionne(player[possbl[0]], table)
    player.pop(possbl[0])
    return table, player, 0
