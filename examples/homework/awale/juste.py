"""Jeu d'awalé : un devoir juste."""


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
    return sum(plt[n:p + 1])


def tourner_plateau(plt):
    plt[:6], plt[6:] = plt[6:], plt[:6]


def semer_graines(plt, c):
    graines = plt[c]
    plt[c] = 0
    case = c
    while graines > 0:
        case = (case + 1) % 12
        if case != c:
            plt[case] += 1
            graines -= 1
    return case


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
    return 0 <= c <= 5 and plt[c] > 0 and not test_famine(plt, c)


def cases_possibles(etat_jeu):
    return [c for c in range(6) if test_case(etat_jeu["plateau"], c)]


def tour_termine(etat_jeu):
    score1, score2 = etat_jeu["score_j1"], etat_jeu["score_j2"]
    if score1 >= 25 or score2 >= 25 or score1 + score2 > 45:
        return False
    return len(cases_possibles(etat_jeu)) > 0 and etat_jeu["nb_tours"] < 100


def tour_jeu(etat_jeu, c):
    plt = etat_jeu["plateau"]
    if not test_case(plt, c):
        print("La case choisie n’est pas acceptable")
        return True
    graines_gagnees = ramasser_graines(plt, semer_graines(plt, c))
    if tour_joueur1(etat_jeu):
        etat_jeu["score_j1"] += graines_gagnees
    else:
        etat_jeu["score_j2"] += graines_gagnees
    etat_jeu["nb_tours"] += 1
    tourner_plateau(plt)
    return tour_termine(etat_jeu)


def gagnant(etat_jeu):
    plt = etat_jeu["plateau"]
    courant, autre = somme(plt, 0, 5), somme(plt, 6, 11)
    if not tour_joueur1(etat_jeu):
        courant, autre = autre, courant
    etat_jeu["score_j1"] += courant
    etat_jeu["score_j2"] += autre
    plt[:] = [0] * 12
    if etat_jeu["score_j1"] > etat_jeu["score_j2"]:
        return etat_jeu["joueur1"]
    if etat_jeu["score_j1"] < etat_jeu["score_j2"]:
        return etat_jeu["joueur2"]
    return "égalité"


def awale(nom_joueur1, nom_joueur2):
    etat_jeu = initialisation(nom_joueur1, nom_joueur2)
    while tour_termine(etat_jeu):
        plt = etat_jeu["plateau"]
        print(plt[:5:-1])
        print(plt[:6])
        nom = nom_joueur1 if tour_joueur1(etat_jeu) else nom_joueur2
        tour_jeu(etat_jeu, int(input(nom + ", quelle case ? ")))
    print(gagnant(etat_jeu))
