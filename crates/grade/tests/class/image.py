def creer_image(n, m, c):
    return [[c for j in range(m)] for i in range(n)]


def noir_ou_blanc(x):
    return 1 if x >= 128 else 0


def passer_en_nb(img):
    return [[noir_ou_blanc(sum(p) / 3) for p in ligne] for ligne in img]


def passer_en_8_couleurs(img):
    return [[tuple(noir_ou_blanc(v) for v in p) for p in ligne] for ligne in img]


def image_vers_ligne(img):
    return len(img[0]), [p for ligne in img for p in ligne]


def ligne_vers_image(nbc, ligne01):
    return [ligne01[i : i + nbc] for i in range(0, len(ligne01), nbc)]


def compte_0_1(ligne01):
    comptes, couleur = [0], 0
    for p in ligne01:
        if p != couleur:
            comptes.append(0)
            couleur = p
        comptes[-1] += 1
    return comptes


def decompresse_ligne(liste_entiers):
    ligne = []
    for i, n in enumerate(liste_entiers):
        ligne += [i % 2] * n
    return ligne


def compresse_image(img):
    nbc, ligne = image_vers_ligne(img)
    return nbc, compte_0_1(ligne)


def decompresse_image(nbc, liste_entiers):
    return ligne_vers_image(nbc, decompresse_ligne(liste_entiers))


def dim_largeur_max(img, pos, j_max):
    i, j = pos
    n = 0
    while j + n <= j_max and img[i][j + n] == img[i][j]:
        n += 1
    return n


def rectangle_max(img, pos):
    i, j = pos
    meilleur, j_max = (0, 0), len(img[0]) - 1
    k = i
    while k < len(img) and img[k][j] == img[i][j]:
        largeur = dim_largeur_max(img, (k, j), j_max)
        j_max = j + largeur - 1
        if (k - i + 1) * largeur > meilleur[0] * meilleur[1]:
            meilleur = (k - i + 1, largeur)
        k += 1
    return meilleur


def compression_rectangle(img):
    n, m = len(img), len(img[0])
    reste = [list(ligne) for ligne in img]
    rects = []
    for i in range(n):
        for j in range(m):
            if reste[i][j] is not None:
                ha, la = rectangle_max(reste, (i, j))
                rects.append({"pos": (i, j), "coul": img[i][j], "ha": ha, "la": la})
                for a in range(i, i + ha):
                    for b in range(j, j + la):
                        reste[a][b] = None
    return n, m, rects


def decompression_rectangle(image_compressee):
    n, m, rects = image_compressee
    img = creer_image(n, m, None)
    for r in rects:
        i, j = r["pos"]
        for a in range(i, i + r["ha"]):
            for b in range(j, j + r["la"]):
                img[a][b] = r["coul"]
    return img
