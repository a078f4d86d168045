! Des sous-programmes seuls, sans module ; la grille a ses propres bornes.
subroutine vider(grille)
  implicit none
  integer grille(0:7, 0:8)
  grille = 0
end

subroutine afficher(grille)
  implicit none
  integer, intent(in) :: grille(0:7, 0:8)
  integer i, j
  character(1) s(0:2)
  data s /' ', '*', 'o'/
  print 10, (j, j = 1, 7)
  do i = 6, 1, -1
    print 20, i, (s(grille(i, j)), j = 1, 7), i
  end do
  print 10, (j, j = 1, 7)
10 format(3x, 7i2)
20 format(i3, 7(1x, a1), i3)
end subroutine

logical function est_coup_possible(grille, colonne)
  integer, intent(in) :: grille(0:7, 0:8), colonne
  est_coup_possible = .false.
  if (grille(6, colonne) == 0) est_coup_possible = .true.
end function

subroutine lacher(grille, colonne, couleur)
  integer, intent(inout) :: grille(0:7, 0:8)
  integer, intent(in) :: colonne, couleur
  integer ligne
  ligne = 6
  do while (ligne > 1 .and. grille(ligne - 1, colonne) == 0)
    ligne = ligne - 1
  end do
  grille(ligne, colonne) = couleur
end subroutine

subroutine nb_pions_alignes(grille, ligne, colonne, resultat)
  integer, intent(in) :: grille(0:7, 0:8), ligne, colonne
  integer, intent(out) :: resultat
  integer dx, dy, n, k
  resultat = 0
  if (grille(ligne, colonne) == 0) return
  do dx = -1, 1
    do dy = 0, 1
      if (dy == 0 .and. dx /= 1) cycle
      n = 1
      k = 1
      do while (grille(ligne + k*dy, colonne + k*dx) == grille(ligne, colonne))
        n = n + 1
        k = k + 1
      end do
      k = 1
      do while (grille(ligne - k*dy, colonne - k*dx) == grille(ligne, colonne))
        n = n + 1
        k = k + 1
      end do
      if (n > resultat) resultat = n
    end do
  end do
end subroutine

integer function colonne_conseillee_aleatoire(grille)
  integer, intent(in) :: grille(0:7, 0:8)
  logical est_coup_possible
  real r
  do
    call random_number(r)
    colonne_conseillee_aleatoire = int(7*r) + 1
    if (grille(6, colonne_conseillee_aleatoire) == 0) exit
  end do
end function

integer function colonne_conseillee(grille, couleur) result(meilleure)
  integer, intent(in) :: grille(0:7, 0:8), couleur
  integer copie(0:7, 0:8), c, l, n, longueur
  meilleure = 0
  longueur = 0
  do c = 1, 7
    if (grille(6, c) /= 0) cycle
    copie = grille
    call lacher(copie, c, couleur)
    l = 6
    do while (copie(l, c) == 0)
      l = l - 1
    end do
    call nb_pions_alignes(copie, l, c, n)
    if (n >= longueur) then
      longueur = n
      meilleure = c
    end if
  end do
end function
