#: creation_jeu | sans le double blanc | [0]
def creation_jeu(max=6):
    return [[i, j] for i in range(max, 0, -1) for j in range(i, -1, -1)]
#: creation_jeu | chaque domino deux fois | [1]
def creation_jeu(max=6):
    return [[i, j] for i in range(max + 1) for j in range(max + 1)]
#: distribue | toujours les premiers | [[[0,0],[1,0]],1]
def distribue(jeu, n=10):
    main = jeu[:n]
    del jeu[:n]
    return main
#: distribue | avec remise | [[[0,0],[1,0]],2]
def distribue(jeu, n=10):
    return [random.choice(jeu) for _ in range(n)]
#: est_avant | la première moitié seulement | [[0,1],[0,0]]
def est_avant(d, e):
    return halves(d)[0] > halves(e)[0]
#: tri_decr | par ordre croissant | [[[0,0],[1,0]]]
def tri_decr(player):
    return sorted(player, key=halves)
#: doubles | places à partir de 0 | [[[0,0]]]
def doubles(main):
    p = [i for i in range(len(main)) if halves(main[i])[0] == halves(main[i])[1]]
    return [row if k < len(placed(main, p)) - 1 else p for k, row in enumerate(placed(main, p))]
#: histogramme | un double compte une fois | [[[0,0]]]
def histogramme(jeu):
    return [sum(1 for d in jeu if i in halves(d)) for i in range(7)]
#: histogramme | commence à 1 | [[]]
def histogramme(jeu):
    v = [v for d in jeu for v in halves(d)]
    return [v.count(i) for i in range(1, 7)]
#: max_presence | un seul des ex aequo | [[[1,0]]]
def max_presence(jeu):
    h = histogramme(jeu)
    return [h.index(max(h))]
#: max_presence | le nombre de fois | [[[0,0]]]
def max_presence(jeu):
    return [max(histogramme(jeu))]
#: possibilites | un seul bout | [[[0,1]],[[1,1]]]
def possibilites(table, p1, bout=None):
    if bout is not None:
        return placed(table, [i for i in range(len(table)) if p1 in halves(table[i])])
    x = halves(table[0])[0]
    return [i for i in range(len(p1)) if x in halves(p1[i])]
#: is_player1_first | toujours vrai | [[[0,0]],[[1,0]]]
def is_player1_first(p1, p2):
    return True
#: positionne | jamais retourné | [[0,1],[[0,0]]]
def positionne(domino, table):
    if halves(table[0])[0] in halves(domino):
        return [domino] + table
    return table + [domino]
#: un_tour_de_jeu | les passes ne reviennent pas à zéro | [[[0,0]],[[1,0]],1]
def un_tour_de_jeu(table, player, passe):
    possbl = possibilites(table, player)
    if len(possbl) == 0:
        return table, player, passe + 1
    table = positionne(player.pop(possbl[0]), table)
    return table, player, passe
#: tri_decr | par la somme des points | [[[0,2],[1,0]]]
def tri_decr(player):
    return sorted(player, key=sum, reverse=True)
#: possibilites | la place à partir de 0 | [[[0,0]],0,0]
def possibilites(main, a, b=None):
    if b is None:
        return [i for i, d in enumerate(a) if main[0][0] in d or main[-1][1] in d]
    bons = [(d[0], d[1], i) for i, d in enumerate(main) if a in d or b in d]
    return [[t[k] for t in bons] for k in range(3)]
#: positionne | toujours à droite | [[0,0],[[0,1]]]
def positionne(domino, table):
    bout = table[-1][1]
    return table + [domino if domino[0] == bout else [domino[1], domino[0]]]
