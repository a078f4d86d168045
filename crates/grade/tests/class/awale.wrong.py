#: initialisation | trois graines par case | ["A","B"]
def initialisation(nom_joueur1, nom_joueur2):
    return {"joueur1": nom_joueur1, "joueur2": nom_joueur2, "score_j1": 0, "score_j2": 0, "nb_tours": 0, "plateau": [3] * 12}
#: tour_joueur1 | au premier tour seulement | [{"joueur1":"Alice","joueur2":"Bob","score_j1":0,"score_j2":48,"nb_tours":2,"plateau":[0,0,0,0,0,0,0,0,0,0,0,0]}]
def tour_joueur1(etat_jeu):
    return etat_jeu["nb_tours"] == 0
#: somme | sans la dernière case | [[1,0,0,0,0,0,0,0,0,0,0,0],0,0]
def somme(plt, n, p):
    return sum(plt[n:p])
#: tourner_plateau | à l'envers | [[1,0,0,0,0,0,0,0,0,0,0,0]]
def tourner_plateau(plt):
    plt.reverse()
#: semer_graines | sème dans la case de départ au second tour | [[12,0,0,0,0,0,0,0,0,0,0,0],0]
def semer_graines(plt, c):
    graines, plt[c], i = plt[c], 0, c
    for k in range(graines):
        i = (i + 1) % 12
        plt[i] += 1
    return i
#: semer_graines | la case de départ n'est pas vidée | [[1,0,0,0,0,0,0,0,0,0,0,0],0]
def semer_graines(plt, c):
    i, n = c, plt[c]
    while n > 0:
        i = (i + 1) % 12
        if i != c:
            plt[i] += 1
            n -= 1
    return i
#: semer_graines | la case suivant la dernière | [[1,0,0,0,0,0,0,0,0,0,0,0],0]
def semer_graines(plt, c):
    n, plt[c], i = plt[c], 0, c
    while n > 0:
        i = (i + 1) % 12
        if i != c:
            plt[i] += 1
            n -= 1
    return (i + 1) % 12
#: case_ramassable | ses propres cases aussi | [[2,0,0,0,0,0,0,0,0,0,0,0],0]
def case_ramassable(plt, c):
    return plt[c] in (2, 3)
#: case_ramassable | deux graines seulement | [[0,0,0,0,0,0,3,0,0,0,0,0],6]
def case_ramassable(plt, c):
    return c >= 6 and plt[c] == 2
#: ramasser_graines | la dernière case seulement | [[0,0,0,0,0,0,2,2,0,0,0,0],7]
def ramasser_graines(plt, c):
    if not case_ramassable(plt, c):
        return 0
    n, plt[c] = plt[c], 0
    return n
#: ramasser_graines | dans l'autre sens | [[0,0,0,0,0,0,2,2,0,0,0,0],7]
def ramasser_graines(plt, c):
    total = 0
    while c < 12 and case_ramassable(plt, c):
        total += plt[c]
        plt[c] = 0
        c += 1
    return total
#: test_famine | modifie le plateau | [[1,0,0,0,0,0,0,0,0,0,0,0],0]
def test_famine(plt, c):
    ramasser_graines(plt, semer_graines(plt, c))
    return somme(plt, 6, 11) == 0
#: test_famine | avant de ramasser | [[0,0,0,0,0,1,1,0,0,0,0,0],5]
def test_famine(plt, c):
    copie = plt.copy()
    semer_graines(copie, c)
    return somme(copie, 6, 11) == 0
#: test_case | la famine oubliée | [[1,0,0,0,0,0,0,0,0,0,0,0],0]
def test_case(plt, c):
    return c < 6 and plt[c] > 0
#: tour_termine | 24 graines suffisent | [{"joueur1":"Alice","joueur2":"Bob","score_j1":0,"score_j2":24,"nb_tours":0,"plateau":[0,0,0,0,0,24,0,0,0,0,0,0]}]
def tour_termine(etat_jeu):
    j1, j2 = etat_jeu["score_j1"], etat_jeu["score_j2"]
    if j1 >= 24 or j2 >= 24 or j1 + j2 > 45:
        return False
    return len(cases_possibles(etat_jeu)) > 0 and etat_jeu["nb_tours"] < 100
#: gagnant | les graines restantes oubliées | [{"joueur1":"Alice","joueur2":"Bob","score_j1":0,"score_j2":0,"nb_tours":0,"plateau":[48,0,0,0,0,0,0,0,0,0,0,0]}]
def gagnant(etat_jeu):
    if etat_jeu["score_j1"] > etat_jeu["score_j2"]:
        return etat_jeu["joueur1"]
    if etat_jeu["score_j1"] < etat_jeu["score_j2"]:
        return etat_jeu["joueur2"]
    return "égalité"
#: semer_graines | dans l'autre sens | [[1,0,0,0,0,0,0,0,0,0,0,0],0]
def semer_graines(plt, c):
    graines, plt[c], i = plt[c], 0, c
    while graines > 0:
        i = (i - 1) % 12
        if i != c:
            plt[i] += 1
            graines -= 1
    return i
#: ramasser_graines | chez soi aussi | [[0,0,0,0,0,2,2,0,0,0,0,0],6]
def ramasser_graines(plt, c):
    total = 0
    while plt[c] in (2, 3) and (c > 5 or total > 0):
        total, plt[c], c = total + plt[c], 0, c - 1
    return total
#: gagnant | les restes au joueur 1 seulement | [{"joueur1":"Alice","joueur2":"Bob","score_j1":0,"score_j2":0,"nb_tours":0,"plateau":[0,0,0,0,0,0,48,0,0,0,0,0]}]
def gagnant(etat_jeu):
    etat_jeu["score_j1"] += sum(etat_jeu["plateau"])
    if etat_jeu["score_j1"] > etat_jeu["score_j2"]:
        return etat_jeu["joueur1"]
    return etat_jeu["joueur2"] if etat_jeu["score_j1"] < etat_jeu["score_j2"] else "égalité"
