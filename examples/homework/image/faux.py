"""Compression d'images : un devoir faux (le premier compte nul manque, la moyenne est arrondie)."""


def creer_image(n, m, c):
    return [[c] * m for _ in range(n)]


def noir_ou_blanc(x):
    return 0 if x < 128 else 1


def passer_en_nb(img):
    return [[noir_ou_blanc(round(sum(pixel) / 3)) for pixel in ligne] for ligne in img]


def passer_en_8_couleurs(img):
    return [[tuple(noir_ou_blanc(niveau) for niveau in pixel) for pixel in ligne] for ligne in img]


def image_vers_ligne(img):
    return (len(img[0]), [pixel for ligne in img for pixel in ligne])


def ligne_vers_image(nbc, ligne01):
    return [ligne01[i:i + nbc] for i in range(0, len(ligne01), nbc)]


def compte_0_1(ligne01):
    comptes = []
    attendu, nombre = 0, 0
    for pixel in ligne01:
        if pixel != attendu:
            if nombre > 0:
                comptes.append(nombre)
            attendu, nombre = pixel, 0
        nombre += 1
    if ligne01:
        comptes.append(nombre)
    return comptes


def decompresse_ligne(liste_entiers):
    ligne = []
    for i in range(len(liste_entiers)):
        ligne += [i % 2] * liste_entiers[i]
    return ligne


def compresse_image(img):
    nbc, ligne = image_vers_ligne(img)
    return (nbc, compte_0_1(ligne))


def decompresse_image(nbc, liste_entiers):
    return ligne_vers_image(nbc, decompresse_ligne(liste_entiers))


def dim_largeur_max(img, pos, j_max):
    i, j = pos
    largeur = 0
    while j + largeur <= j_max and img[i][j + largeur] == img[i][j]:
        largeur += 1
    return largeur


def rectangle_max(img, pos):
    i, j = pos
    meilleur = (0, 0)
    j_max = len(img[0]) - 1
    hauteur = 0
    while i + hauteur < len(img) and img[i + hauteur][j] == img[i][j]:
        largeur = dim_largeur_max(img, (i + hauteur, j), j_max)
        j_max = j + largeur - 1
        hauteur += 1
        if hauteur * largeur > meilleur[0] * meilleur[1]:
            meilleur = (hauteur, largeur)
    return meilleur


def compression_rectangle(img):
    reste = [list(ligne) for ligne in img]
    rectangles = []
    for i in range(len(img)):
        for j in range(len(img[0])):
            if reste[i][j] is not None:
                ha, la = rectangle_max(reste, (i, j))
                rectangles.append({"pos": (i, j), "coul": img[i][j], "ha": ha, "la": la})
                for k in range(i, i + ha):
                    reste[k][j:j + la] = [None] * la
    return (len(img), len(img[0]), rectangles)


def decompression_rectangle(image):
    ha, la, rectangles = image
    img = creer_image(ha, la, None)
    for rectangle in rectangles:
        i, j = rectangle["pos"]
        for k in range(i, i + rectangle["ha"]):
            for m in range(j, j + rectangle["la"]):
                img[k][m] = rectangle["coul"]
    return img
