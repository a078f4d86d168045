# Right functions for images in other styles: `#: style` adds to image.py what follows.
#: avec append
def creer_image(n, m, c):
    img = []
    for i in range(n):
        nouvelle_ligne = []
        for j in range(m):
            nouvelle_ligne.append(c)
        img.append(nouvelle_ligne)
    return img
#: des répétitions
def creer_image(n, m, c):
    return [[c] * m for _ in range(n)]
#: par un booléen
def noir_ou_blanc(x):
    return int(x >= 128)
#: un booléen tel quel
def noir_ou_blanc(x):
    return not x < 128
#: avec if et else
def noir_ou_blanc(x):
    if x < 128:
        return 0
    else:
        return 1
#: la somme comparée à 384
def passer_en_nb(img):
    res = creer_image(len(img), len(img[0]), 0)
    for i in range(len(img)):
        for j in range(len(img[0])):
            r, v, b = img[i][j]
            if r + v + b >= 384:
                res[i][j] = 1
    return res
#: par map
def passer_en_nb(img):
    moyenne = lambda p: (p[0] + p[1] + p[2]) / 3
    return [list(map(noir_ou_blanc, map(moyenne, ligne))) for ligne in img]
#: une copie modifiée
import copy
def passer_en_8_couleurs(img):
    res = copy.deepcopy(img)
    for i in range(len(res)):
        for j in range(len(res[i])):
            p = res[i][j]
            res[i][j] = (noir_ou_blanc(p[0]), noir_ou_blanc(p[1]), noir_ou_blanc(p[2]))
    return res
#: des listes au lieu de triplets
def passer_en_8_couleurs(img):
    return [[[v // 128 for v in p] for p in ligne] for ligne in img]
#: une ligne par extension
def image_vers_ligne(img):
    ligne = []
    for l in img:
        ligne.extend(l)
    return (len(img[0]), ligne)
#: une ligne par somme, et une liste
def image_vers_ligne(img):
    return [len(img[0]), sum(img, [])]
#: une image avec un reste
def ligne_vers_image(nbc, ligne01):
    img = []
    for k in range(len(ligne01)):
        if k % nbc == 0:
            img.append([])
        img[-1].append(ligne01[k])
    return img
#: une image par récurrence
def ligne_vers_image(nbc, ligne01):
    if not ligne01:
        return []
    return [ligne01[:nbc]] + ligne_vers_image(nbc, ligne01[nbc:])
#: une image par divisions
def ligne_vers_image(nbc, ligne01):
    nbl = len(ligne01) // nbc
    return [[ligne01[i * nbc + j] for j in range(nbc)] for i in range(nbl)]
#: compter avec un tant que
def compte_0_1(ligne01):
    res, i, couleur = [], 0, 0
    while i < len(ligne01):
        n = 0
        while i < len(ligne01) and ligne01[i] == couleur:
            n += 1
            i += 1
        res.append(n)
        couleur = 1 - couleur
    return res
#: compter avec groupby
from itertools import groupby
def compte_0_1(ligne01):
    res = [len(list(g)) for _, g in groupby(ligne01)]
    return [0] + res if ligne01 and ligne01[0] == 1 else res
#: une ligne vide donne un zéro
def compte_0_1(ligne01):
    courant, n, res = 0, 0, []
    for p in ligne01:
        if p == courant:
            n += 1
        else:
            res.append(n)
            courant, n = p, 1
    res.append(n)
    return res
#: décompresser avec un indicateur
def decompresse_ligne(liste_entiers):
    res, bit = [], 0
    for n in liste_entiers:
        for _ in range(n):
            res.append(bit)
        bit = 1 - bit
    return res
#: décompresser par compréhension
def decompresse_ligne(liste_entiers):
    return [k % 2 for k in range(len(liste_entiers)) for _ in range(liste_entiers[k])]
#: des listes au lieu de tuples
def compresse_image(img):
    nbc, ligne = image_vers_ligne(img)
    return [nbc, compte_0_1(ligne)]
#: la largeur avec un for et un return
def dim_largeur_max(img, pos, j_max):
    coul = img[pos[0]][pos[1]]
    for j in range(pos[1], j_max + 1):
        if img[pos[0]][j] != coul:
            return j - pos[1]
    return j_max - pos[1] + 1
#: la largeur par récurrence
def dim_largeur_max(img, pos, j_max):
    i, j = pos
    if j >= j_max or img[i][j + 1] != img[i][j]:
        return 1
    return 1 + dim_largeur_max(img, (i, j + 1), j_max)
#: tous les rectangles essayés
def rectangle_max(img, pos):
    i, j = pos
    meilleur = (1, 1)
    for h in range(1, len(img) - i + 1):
        for l in range(1, len(img[0]) - j + 1):
            uni = all(img[a][b] == img[i][j] for a in range(i, i + h) for b in range(j, j + l))
            if uni and h * l > meilleur[0] * meilleur[1]:
                meilleur = (h, l)
    return meilleur
#: le plus large d'abord parmi les égaux, et une liste
def rectangle_max(img, pos):
    i, j = pos
    h, l, j_max = 0, 0, len(img[0]) - 1
    for a in range(i, len(img)):
        if img[a][j] != img[i][j]:
            break
        largeur = dim_largeur_max(img, (a, j), j_max)
        j_max = j + largeur - 1
        if (a - i + 1) * largeur >= h * l:
            h, l = a - i + 1, largeur
    return [h, l]
#: un tableau de vus à côté de l'image
def compression_rectangle(img):
    n, m = len(img), len(img[0])
    vus = creer_image(n, m, False)
    rects = []
    for i in range(n):
        for j in range(m):
            if vus[i][j]:
                continue
            reste = [[(img[a][b], vus[a][b]) for b in range(m)] for a in range(n)]
            ha, la = rectangle_max(reste, (i, j))
            rects.append(dict(pos=(i, j), coul=img[i][j], ha=ha, la=la))
            for a in range(ha):
                for b in range(la):
                    vus[i + a][j + b] = True
    return (n, m, rects)
#: décompresser pixel par pixel
def decompression_rectangle(image_compressee):
    ha, la, l_rect = image_compressee
    def couleur(i, j):
        for r in l_rect:
            x, y = r["pos"]
            if x <= i < x + r["ha"] and y <= j < y + r["la"]:
                return r["coul"]
    return [[couleur(i, j) for j in range(la)] for i in range(ha)]
#: un étudiant : drapeau, copies, assertions | alone
from copy import deepcopy
imgA = [ [0,1,1,1,1], [1,0,1,1,1], [1,1,0,1,1], [1,1,1,0,1], [1,1,1,1,0] ]
img1 = [[7,7,7,1],[7,7,7,1],[2,2,1,1]]
# Q1 : 4 et 8
def creer_image(n, m, c):
    img = []
    for i in range(n):
        nouvelle_ligne = []
        for j in range(m):
            nouvelle_ligne.append(c)
        img.append(nouvelle_ligne)
    return img
imgD = creer_image(10,30,(255,255,255))
imgD[0][29]=(255,0,0)
for i in range(10):
    for j in range(10):
        imgD[i][j]=(0,0,255)
        imgD[i][j+20]=(255,0,0)

def noir_ou_blanc(x):
    if x<128:
        return 0
    else:
        return 1

def passer_en_nb(img):
    n,m=len(img),len(img[0])
    res=creer_image(n,m,0)
    for i in range(n):
        for j in range(m):
            r,g,b=img[i][j]
            res[i][j]=noir_ou_blanc((r+g+b)//3)
    return res

def passer_en_8_couleurs(img):
    res=deepcopy(img)
    for i in range(len(img)):
        for j in range(len(img[0])):
            res[i][j]=[noir_ou_blanc(x) for x in img[i][j]]
    return res

def image_vers_ligne(img):
    L=[]
    for l in img:
        for p in l:
            L+=[p]
    return len(img[0]),L

def ligne_vers_image(nbc,ligne01):
    img=[]
    for i in range(0,len(ligne01),nbc):
        img.append(ligne01[i:i+nbc])
    return img

def compte_0_1(ligne01):
    res=[]
    cpt=0
    coul=0
    for p in ligne01:
        if p==coul:
            cpt+=1
        else:
            res.append(cpt)
            cpt=1
            coul=1-coul
    res.append(cpt)
    return res

def decompresse_ligne(liste_entiers):
    res=[]
    for i in range(len(liste_entiers)):
        res.extend([i%2]*liste_entiers[i])
    return res

def compresse_image(img):
    nbc,l=image_vers_ligne(img)
    return nbc,compte_0_1(l)

def decompresse_image(nbc,liste_entiers):
    return ligne_vers_image(nbc,decompresse_ligne(liste_entiers))

def dim_largeur_max(img,pos,j_max):
    i,j=pos
    k=j
    while k<=j_max and img[i][k]==img[i][j]:
        k+=1
    return k-j

def rectangle_max(img,pos):
    i,j=pos
    coul=img[i][j]
    jmax=len(img[0])-1
    meilleur=(0,0)
    h=0
    while i+h<len(img) and img[i+h][j]==coul:
        l=dim_largeur_max(img,(i+h,j),jmax)
        jmax=j+l-1
        h+=1
        if h*l>meilleur[0]*meilleur[1]:
            meilleur=(h,l)
    return meilleur

def compression_rectangle(img):
    copie=[l[:] for l in img]
    rects=[]
    for i in range(len(img)):
        for j in range(len(img[0])):
            if copie[i][j] is not None:
                h,l=rectangle_max(copie,(i,j))
                rects.append({"pos":(i,j),"coul":img[i][j],"ha":h,"la":l})
                for a in range(i,i+h):
                    for b in range(j,j+l):
                        copie[a][b]=None
    return (len(img),len(img[0]),rects)

def decompression_rectangle(ic):
    h,l,rects=ic
    img=creer_image(h,l,0)
    for r in rects:
        (i,j)=r["pos"]
        for a in range(r["ha"]):
            for b in range(r["la"]):
                img[i+a][j+b]=r["coul"]
    return img

assert rectangle_max(img1,(0,0)) == (2,3)
assert decompression_rectangle(compression_rectangle(img1))==img1
