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
#: un étudiant : tout à la main, le gagnant dans une phrase, le plateau tourné à la fin | alone
def initialisation(nom_joueur1, nom_joueur2) :
    etat_jeu = {}
    etat_jeu["joueur1"] = nom_joueur1
    etat_jeu["joueur2"] = nom_joueur2
    etat_jeu["score_j1"] = 0
    etat_jeu["score_j2"] = 0
    etat_jeu["nb_tours"] = 0
    etat_jeu["plateau"] = [4] * 12
    return etat_jeu

def tour_joueur1(etat_jeu):
    return not etat_jeu["nb_tours"] % 2

def somme(plt,n,p):
    return sum(plt[n:p+1])

def tourner_plateau(plt):
    for i in range(6):
        temp=plt[i]
        plt[i]=plt[i+6]
        plt[i+6]=temp

def semer_graines(plt,c):
    graines=plt[c]
    plt[c]=0
    case=c
    for i in range(graines):
        case=(case+1)%12
        if case==c:
            case=(case+1)%12
        plt[case]=plt[case]+1
    return case

def case_ramassable(plt,c):
    if c>=6 and c<=11:
        if plt[c]==2 or plt[c]==3:
            return True
        else:
            return False

def ramasser_graines(plt,c):
    nb=0
    while case_ramassable(plt,c)==True:
        nb=nb+plt[c]
        plt[c]=0
        c=c-1
    return nb

def test_famine(plt,c):
    plt2=plt.copy()
    ramasser_graines(plt2,semer_graines(plt2,c))
    for i in range(6,12):
        if plt2[i]!=0:
            return False
    return True

def test_case(plt,c):
    if c<0 or c>5: return False
    if plt[c]==0: return False
    if test_famine(plt,c): return False
    return True

def cases_possibles(etat_jeu):
    L=[]
    for c in range(6):
        if test_case(etat_jeu['plateau'],c)==True:
            L.append(c)
    return L

def tour_termine(etat_jeu):
    if etat_jeu['score_j1']>=25 or etat_jeu['score_j2']>=25 or etat_jeu['score_j1']+etat_jeu['score_j2']>45 or cases_possibles(etat_jeu)==[] or etat_jeu['nb_tours']>=100:
        return False
    return True

def tour_jeu(etat_jeu,c):
    plt=etat_jeu['plateau']
    if test_case(plt,c):
        fin=semer_graines(plt,c)
        graines_gagnees=ramasser_graines(plt,fin)
        if tour_joueur1(etat_jeu):
            etat_jeu['score_j1']+=graines_gagnees
        else:
            etat_jeu['score_j2']+=graines_gagnees
        etat_jeu['nb_tours']+=1
        tourner_plateau(plt)
        return tour_termine(etat_jeu)
    else:
        print("La case choisie n’est pas acceptable")
        return True

def gagnant(etat_jeu):
    plt=etat_jeu['plateau']
    if tour_joueur1(etat_jeu)==False:
        tourner_plateau(plt)
    etat_jeu['score_j1']+=somme(plt,0,5)
    etat_jeu['score_j2']+=somme(plt,6,11)
    if etat_jeu['score_j1']>etat_jeu['score_j2']: return etat_jeu['joueur1']
    if etat_jeu['score_j2']>etat_jeu['score_j1']: return etat_jeu['joueur2']
    return "égalité"

def afficher(plt):
    print("-"*25)
    for i in range(11,5,-1):
        print("|",plt[i],end=" ")
    print("|")
    for i in range(6):
        print("|",plt[i],end=" ")
    print("|")

def awale(nom_joueur1,nom_joueur2):
    e=initialisation(nom_joueur1,nom_joueur2)
    while tour_termine(e):
        afficher(e['plateau'])
        if tour_joueur1(e): print("C'est à",nom_joueur1,"de jouer")
        else: print("C'est à",nom_joueur2,"de jouer")
        c=int(input("Quelle case ? "))
        tour_jeu(e,c)
    g=gagnant(e)
    if g=="égalité": print(g)
    else: print(g,"a gagné !")

awale("Alice","Bob")
#: un étudiant : sans initialisation, tourner renvoie, egalite sans accents | alone
# Awale - DS info
def tour_joueur1(etat_jeu):
    if etat_jeu["nb_tours"] % 2 == 0:
        return True
    return False

def somme(plt, n, p):
    s = 0
    for i in range(n, p):
        s += plt[i]
    return s + plt[p]

def tourner_plateau(plt):
    plt = plt[6:] + plt[:6]
    return plt

def semer_graines(plt, c):
    n = plt[c]
    plt[c] = 0
    i = c
    while n > 0:
        i += 1
        if i > 11:
            i = 0
        if i != c:
            plt[i] += 1
            n -= 1
    return i

def case_ramassable(plt, c):
    return c > 5 and (plt[c] == 2 or plt[c] == 3)

def ramasser_graines(plt, c):
    total = 0
    while case_ramassable(plt, c):
        total += plt[c]
        plt[c] = 0
        c -= 1
    return total

def test_famine(plt, c):
    p = plt.copy()
    d = semer_graines(p, c)
    ramasser_graines(p, d)
    return sum(p[6:]) == 0

def test_case(plt, c):
    return 0 <= c <= 5 and plt[c] != 0 and not test_famine(plt, c)

def cases_possibles(etat_jeu):
    return [c for c in range(6) if test_case(etat_jeu["plateau"], c)]

def tour_termine(etat_jeu):
    if etat_jeu["score_j1"] >= 25 or etat_jeu["score_j2"] >= 25:
        return False
    if etat_jeu["score_j1"] + etat_jeu["score_j2"] > 45:
        return False
    if len(cases_possibles(etat_jeu)) == 0:
        return False
    if etat_jeu["nb_tours"] >= 100:
        return False
    return True

def tour_jeu(etat_jeu, c):
    plt = etat_jeu["plateau"]
    if test_case(plt, c):
        derniere = semer_graines(plt, c)
        graines_gagnees = ramasser_graines(plt, derniere)
        if tour_joueur1(etat_jeu):
            etat_jeu["score_j1"] = etat_jeu["score_j1"] + graines_gagnees
        else:
            etat_jeu["score_j2"] = etat_jeu["score_j2"] + graines_gagnees
        etat_jeu["nb_tours"] += 1
        etat_jeu["plateau"] = tourner_plateau(etat_jeu["plateau"])
        return tour_termine(etat_jeu)
    else:
        print("La case choisie n'est pas acceptable")
        return True

def gagnant(etat_jeu):
    g1 = somme(etat_jeu["plateau"], 0, 5)
    g2 = somme(etat_jeu["plateau"], 6, 11)
    if tour_joueur1(etat_jeu):
        etat_jeu["score_j1"] += g1
        etat_jeu["score_j2"] += g2
    else:
        etat_jeu["score_j1"] += g2
        etat_jeu["score_j2"] += g1
    if etat_jeu["score_j1"] > etat_jeu["score_j2"]:
        return etat_jeu["joueur1"]
    elif etat_jeu["score_j1"] < etat_jeu["score_j2"]:
        return etat_jeu["joueur2"]
    else:
        return "egalite"

def awale(nom_joueur1, nom_joueur2):
    etat = initialisation(nom_joueur1, nom_joueur2)
    continuer = True
    while continuer:
        print(etat["plateau"][11:5:-1])
        print(etat["plateau"][:6])
        if tour_joueur1(etat):
            nom = etat["joueur1"]
        else:
            nom = etat["joueur2"]
        c = int(input(nom + ", choisissez une case : "))
        continuer = tour_jeu(etat, c)
    print("Le gagnant est", gagnant(etat))
#: des lambdas et des noms donnés après coup
tour_joueur1 = lambda e: e["nb_tours"] % 2 == 0
somme = lambda plt, n, p: sum(plt[n:p + 1])
def ramassable(plt, c):
    return 6 <= c and plt[c] in [2, 3]
case_ramassable = ramassable
