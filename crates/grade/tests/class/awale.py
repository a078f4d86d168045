def initialisation(nom_joueur1, nom_joueur2):
    return {
        "joueur1": nom_joueur1,
        "joueur2": nom_joueur2,
        "score_j1": 0,
        "score_j2": 0,
        "nb_tours": 0,
        "plateau": [4] * 12,
    }


def tour_joueur1(etat_jeu):
    return etat_jeu["nb_tours"] % 2 == 0


def somme(plt, n, p):
    return sum(plt[n : p + 1])


def tourner_plateau(plt):
    for i in range(6):
        plt[i], plt[i + 6] = plt[i + 6], plt[i]


def semer_graines(plt, c):
    graines, plt[c] = plt[c], 0
    i = c
    while graines > 0:
        i = (i + 1) % 12
        if i != c:
            plt[i] += 1
            graines -= 1
    return i


def case_ramassable(plt, c):
    return c >= 6 and plt[c] in (2, 3)


def ramasser_graines(plt, c):
    total = 0
    while case_ramassable(plt, c):
        total += plt[c]
        plt[c] = 0
        c -= 1
    return total


def test_famine(plt, c):
    copie = plt.copy()
    ramasser_graines(copie, semer_graines(copie, c))
    return somme(copie, 6, 11) == 0


def test_case(plt, c):
    return c < 6 and plt[c] > 0 and not test_famine(plt, c)


def cases_possibles(etat_jeu):
    return [c for c in range(6) if test_case(etat_jeu["plateau"], c)]


def tour_termine(etat_jeu):
    j1, j2 = etat_jeu["score_j1"], etat_jeu["score_j2"]
    if j1 > 24 or j2 > 24 or j1 + j2 > 45:
        return False
    return len(cases_possibles(etat_jeu)) > 0 and etat_jeu["nb_tours"] < 100


def tour_jeu(etat_jeu, c):
    plt = etat_jeu["plateau"]
    if not test_case(plt, c):
        print("La case choisie n’est pas acceptable")
        return True
    gain = ramasser_graines(plt, semer_graines(plt, c))
    if tour_joueur1(etat_jeu):
        etat_jeu["score_j1"] += gain
    else:
        etat_jeu["score_j2"] += gain
    etat_jeu["nb_tours"] += 1
    tourner_plateau(plt)
    return tour_termine(etat_jeu)


def gagnant(etat_jeu):
    plt = etat_jeu["plateau"]
    if not tour_joueur1(etat_jeu):
        tourner_plateau(plt)
    etat_jeu["score_j1"] += somme(plt, 0, 5)
    etat_jeu["score_j2"] += somme(plt, 6, 11)
    for i in range(12):
        plt[i] = 0
    if etat_jeu["score_j1"] > etat_jeu["score_j2"]:
        return etat_jeu["joueur1"]
    if etat_jeu["score_j1"] < etat_jeu["score_j2"]:
        return etat_jeu["joueur2"]
    return "égalité"


def awale(nom_joueur1, nom_joueur2):
    etat_jeu = initialisation(nom_joueur1, nom_joueur2)
    continuer = tour_termine(etat_jeu)
    while continuer:
        print(etat_jeu["plateau"])
        continuer = tour_jeu(etat_jeu, int(input("case ? ")))
    print(gagnant(etat_jeu))
