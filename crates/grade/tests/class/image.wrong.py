#: creer_image | largeur et hauteur échangées | [1,2,0]
def creer_image(n, m, c):
    return [[c] * n for i in range(m)]
#: noir_ou_blanc | 128 est noir | [128.0]
def noir_ou_blanc(x):
    return 1 if x > 128 else 0
#: passer_en_nb | le rouge seulement | [[[[128,0,0]]]]
def passer_en_nb(img):
    return [[1 if p[0] >= 128 else 0 for p in ligne] for ligne in img]
#: passer_en_nb | modifie l'image | [[[[0,0,0]]]]
def passer_en_nb(img):
    for ligne in img:
        for j in range(len(ligne)):
            ligne[j] = noir_ou_blanc(sum(ligne[j]) / 3)
    return img
#: passer_en_8_couleurs | de 0 à 255 | [[[[128,0,0]]]]
def passer_en_8_couleurs(img):
    return [[tuple(255 * noir_ou_blanc(v) for v in p) for p in ligne] for ligne in img]
#: image_vers_ligne | le nombre de lignes | [[[0,0]]]
def image_vers_ligne(img):
    return len(img), [p for ligne in img for p in ligne]
#: ligne_vers_image | nbc lignes au lieu de colonnes | [1,[0,0]]
def ligne_vers_image(nbc, ligne01):
    m = len(ligne01) // nbc
    return [ligne01[i * m : i * m + m] for i in range(nbc)]
#: compte_0_1 | ne commence pas par les zéros | [[1]]
def compte_0_1(ligne01):
    comptes, couleur = [0], ligne01[0]
    for p in ligne01:
        if p != couleur:
            comptes.append(0)
            couleur = p
        comptes[-1] += 1
    return comptes
#: compte_0_1 | le dernier compte oublié | [[0]]
def compte_0_1(ligne01):
    comptes, couleur, n = [], 0, 0
    for p in ligne01:
        if p != couleur:
            comptes.append(n)
            couleur, n = p, 0
        n += 1
    return comptes
#: decompresse_ligne | commence par des 1 | [[1]]
def decompresse_ligne(liste_entiers):
    ligne = []
    for i, n in enumerate(liste_entiers):
        ligne += [1 - i % 2] * n
    return ligne
#: compresse_image | sans le nombre de colonnes | [[[0]]]
def compresse_image(img):
    return compte_0_1(image_vers_ligne(img)[1])
#: dim_largeur_max | j_max exclu | [[[0]],[0,0],0]
def dim_largeur_max(img, pos, j_max):
    i, j = pos
    n = 0
    while j + n < j_max and img[i][j + n] == img[i][j]:
        n += 1
    return n
#: dim_largeur_max | ne s'arrête pas à j_max | [[[0,0]],[0,0],0]
def dim_largeur_max(img, pos, j_max):
    i, j = pos
    n = 0
    while j + n < len(img[0]) and img[i][j + n] == img[i][j]:
        n += 1
    return n
#: rectangle_max | une ligne seulement | [[[0],[0]],[0,0]]
def rectangle_max(img, pos):
    return (1, dim_largeur_max(img, pos, len(img[0]) - 1))
#: rectangle_max | la largeur ne diminue pas | [[[0,0],[0,1]],[0,0]]
def rectangle_max(img, pos):
    i, j = pos
    largeur, k = dim_largeur_max(img, pos, len(img[0]) - 1), i
    while k < len(img) and img[k][j] == img[i][j]:
        k += 1
    return (k - i, largeur)
#: decompression_rectangle | hauteur et largeur échangées | [[1,2,[{"pos":[0,0],"coul":0,"ha":1,"la":2}]]]
def decompression_rectangle(image_compressee):
    n, m, rects = image_compressee
    img = creer_image(n, m, None)
    for r in rects:
        i, j = r["pos"]
        for a in range(i, min(n, i + r["la"])):
            for b in range(j, min(m, j + r["ha"])):
                img[a][b] = r["coul"]
    return img
#: creer_image | une seule ligne répétée | [2,1,0]
def creer_image(n, m, c):
    return [[c] * m] * n
#: passer_en_nb | la moyenne arrondie avant de comparer | [[[[128,128,127]]]]
def passer_en_nb(img):
    return [[noir_ou_blanc(round(sum(p) / 3)) for p in ligne] for ligne in img]
#: rectangle_max | le plus large au lieu du plus grand | [[[0,0],[0,1],[0,1]],[0,0]]
def rectangle_max(img, pos):
    return (1, dim_largeur_max(img, pos, len(img[0]) - 1))
#: decompresse_ligne | un zéro compte pour un | [[0]]
def decompresse_ligne(liste_entiers):
    return [i % 2 for i, n in enumerate(liste_entiers) for _ in range(max(n, 1))]
