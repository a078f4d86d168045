# Right functions for awalé in other styles: `#: style` adds to awale.py what follows.
#: le dictionnaire clef par clef
def initialisation(nom_joueur1, nom_joueur2):
    etat = {}
    etat["plateau"] = [4 for i in range(12)]
    etat["nb_tours"] = 0
    etat["joueur1"] = nom_joueur1
    etat["joueur2"] = nom_joueur2
    etat["score_j1"] = 0
    etat["score_j2"] = 0
    return etat
#: le tour avec if et else
def tour_joueur1(etat_jeu):
    if etat_jeu["nb_tours"] % 2 == 1:
        return False
    else:
        return True
#: le tour par un bit
def tour_joueur1(etat_jeu):
    return not etat_jeu["nb_tours"] & 1
#: la somme par une boucle
def somme(plt, n, p):
    s = 0
    for i in range(n, p + 1):
        s = s + plt[i]
    return s
#: la somme par récurrence
def somme(plt, n, p):
    if n > p:
        return 0
    return plt[n] + somme(plt, n + 1, p)
#: tourner par tranches
def tourner_plateau(plt):
    plt[:] = plt[6:] + plt[:6]
#: tourner et renvoyer
def tourner_plateau(plt):
    for i in range(6):
        tmp = plt[i]
        plt[i] = plt[i + 6]
        plt[i + 6] = tmp
    return plt
#: tourner case à case
def tourner_plateau(plt):
    for _ in range(6):
        plt.append(plt.pop(0))
#: semer avec un for
def semer_graines(plt, c):
    n = plt[c]
    plt[c] = 0
    case = c
    for _ in range(n):
        case = (case + 1) % 12
        if case == c:
            case = (case + 1) % 12
        plt[case] = plt[case] + 1
    return case
#: semer par tours complets
def semer_graines(plt, c):
    n = plt[c]
    plt[c] = 0
    for k in range(n):
        plt[(c + 1 + k % 11) % 12] += 1
    return (c + 1 + (n - 1) % 11) % 12
#: ramassable avec if imbriqués
def case_ramassable(plt, c):
    if c > 5:
        if plt[c] == 2 or plt[c] == 3:
            return True
    return False
#: ramassable par intervalle
def case_ramassable(plt, c):
    return 6 <= c <= 11 and 1 < plt[c] < 4
#: ramasser par récurrence
def ramasser_graines(plt, c):
    if not case_ramassable(plt, c):
        return 0
    n = plt[c]
    plt[c] = 0
    return n + ramasser_graines(plt, c - 1)
#: ramasser avec un for et une sortie
def ramasser_graines(plt, c):
    total = 0
    for i in range(c, 5, -1):
        if not case_ramassable(plt, i):
            break
        total += plt[i]
        plt[i] = 0
    return total
#: famine avec list et any
def test_famine(plt, c):
    p = list(plt)
    derniere = semer_graines(p, c)
    ramasser_graines(p, derniere)
    return not any(p[6:])
#: famine case par case
def test_famine(plt, c):
    copie = plt[:]
    ramasser_graines(copie, semer_graines(copie, c))
    for i in range(6, 12):
        if copie[i] != 0:
            return False
    return True
#: les conditions une à une
def test_case(plt, c):
    if c < 0 or c > 5:
        return False
    if plt[c] == 0:
        return False
    if test_famine(plt, c):
        return False
    return True
#: les cases avec une boucle
def cases_possibles(etat_jeu):
    liste = []
    for c in range(12):
        if test_case(etat_jeu["plateau"], c):
            liste.append(c)
    return liste
#: la fin par une seule expression
def tour_termine(etat_jeu):
    a, b = etat_jeu["score_j1"], etat_jeu["score_j2"]
    return max(a, b) < 25 and a + b <= 45 and cases_possibles(etat_jeu) != [] and etat_jeu["nb_tours"] < 100
#: la fin condition par condition
def tour_termine(etat_jeu):
    if etat_jeu["nb_tours"] >= 100:
        return False
    if etat_jeu["score_j1"] >= 25 or etat_jeu["score_j2"] >= 25:
        return False
    if etat_jeu["score_j1"] + etat_jeu["score_j2"] > 45:
        return False
    for c in range(6):
        if test_case(etat_jeu["plateau"], c):
            return True
    return False
#: le tour avec un nom de clef calculé
def tour_jeu(etat_jeu, c):
    plt = etat_jeu["plateau"]
    if test_case(plt, c):
        derniere = semer_graines(plt, c)
        graines_gagnees = ramasser_graines(plt, derniere)
        clef = "score_j1" if tour_joueur1(etat_jeu) else "score_j2"
        etat_jeu[clef] = etat_jeu[clef] + graines_gagnees
        etat_jeu["nb_tours"] = etat_jeu["nb_tours"] + 1
        tourner_plateau(etat_jeu["plateau"])
        return tour_termine(etat_jeu)
    else:
        print("La case choisie n'est pas acceptable")
        return True
#: le gagnant sans toucher au plateau
def gagnant(etat_jeu):
    a = somme(etat_jeu["plateau"], 0, 5)
    b = somme(etat_jeu["plateau"], 6, 11)
    if not tour_joueur1(etat_jeu):
        a, b = b, a
    etat_jeu["score_j1"] += a
    etat_jeu["score_j2"] += b
    if etat_jeu["score_j1"] == etat_jeu["score_j2"]:
        return "égalité"
    return etat_jeu["joueur1"] if etat_jeu["score_j1"] > etat_jeu["score_j2"] else etat_jeu["joueur2"]
#: la partie avec une boucle sur tour_termine
def awale(nom_joueur1, nom_joueur2):
    etat_jeu = initialisation(nom_joueur1, nom_joueur2)
    while tour_termine(etat_jeu):
        plt = etat_jeu["plateau"]
        print(plt[11:5:-1])
        print(plt[0:6])
        nom = nom_joueur1 if tour_joueur1(etat_jeu) else nom_joueur2
        c = int(input(nom + ", quelle case ? "))
        tour_jeu(etat_jeu, c)
    print("Le gagnant est", gagnant(etat_jeu))
#: une classe derrière les fonctions
class Plateau:
    def __init__(self, cases):
        self.cases = cases
    def semer(self, c):
        n, self.cases[c] = self.cases[c], 0
        i = c
        while n:
            i = (i + 1) % 12
            if i != c:
                self.cases[i] += 1
                n -= 1
        return i
def semer_graines(plt, c):
    return Plateau(plt).semer(c)
