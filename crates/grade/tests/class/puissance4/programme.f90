! Tout dans le programme principal, avec la bordure : les tableaux commencent à zéro.
program jeu
  implicit none
  integer, parameter :: NB_LIGNES = 6, NB_COLONNES = 7
  integer, parameter :: VIDE = 0, ROUGE = 1, JAUNE = 2
  integer :: grille(0:NB_LIGNES+1, 0:NB_COLONNES+1)
  integer :: colonne, couleur

  call vider(grille)
  couleur = ROUGE
  do
    call afficher(grille)
    read *, colonne
    call lacher(grille, colonne, couleur)
    couleur = 3 - couleur
  end do

contains

  subroutine vider(g)
    integer, intent(out) :: g(0:, 0:)
    integer :: i, j
    do i = 0, NB_LIGNES + 1
      do j = 0, NB_COLONNES + 1
        g(i, j) = VIDE
      end do
    end do
  end subroutine vider

  subroutine afficher(g)
    integer, intent(in) :: g(0:, 0:)
    integer :: i, j
    write (*, '(a)') '    1 2 3 4 5 6 7'
    do i = NB_LIGNES, 1, -1
      write (*, '(i3)', advance='no') i
      do j = 1, NB_COLONNES
        if (g(i, j) == ROUGE) then
          write (*, '(a2)', advance='no') '*'
        else if (g(i, j) == JAUNE) then
          write (*, '(a2)', advance='no') 'o'
        else
          write (*, '(a2)', advance='no') ' '
        end if
      end do
      write (*, '(i3)') i
    end do
    write (*, '(a)') '    1 2 3 4 5 6 7'
  end subroutine afficher

  logical function est_coup_possible(g, c)
    integer, intent(in) :: g(0:, 0:), c
    est_coup_possible = any(g(1:NB_LIGNES, c) == VIDE)
  end function est_coup_possible

  subroutine lacher(g, c, couleur)
    integer, intent(inout) :: g(0:, 0:)
    integer, intent(in) :: c, couleur
    integer :: l
    l = 1
    do while (g(l, c) /= VIDE)
      l = l + 1
    end do
    g(l, c) = couleur
  end subroutine lacher

  integer function nb_pions_alignes(g, ligne, colonne) result(longueur)
    integer, intent(in) :: g(0:, 0:), ligne, colonne
    integer :: k, s, n, l, c
    integer, parameter :: dl(4) = [0, 1, 1, 1], dc(4) = [1, 0, 1, -1]
    longueur = 0
    if (g(ligne, colonne) == VIDE) return
    do k = 1, 4
      n = 1
      do s = -1, 1, 2
        l = ligne + s * dl(k)
        c = colonne + s * dc(k)
        do while (g(l, c) == g(ligne, colonne))
          n = n + 1
          l = l + s * dl(k)
          c = c + s * dc(k)
        end do
      end do
      longueur = max(longueur, n)
    end do
  end function nb_pions_alignes

  integer function colonne_conseillee_aleatoire(g)
    integer, intent(in) :: g(0:, 0:)
    integer :: possibles(NB_COLONNES), n, c
    real :: x
    n = 0
    do c = 1, NB_COLONNES
      if (est_coup_possible(g, c)) then
        n = n + 1
        possibles(n) = c
      end if
    end do
    call random_number(x)
    colonne_conseillee_aleatoire = possibles(1 + int(x * n))
  end function colonne_conseillee_aleatoire

  integer function colonne_conseillee(g, couleur)
    integer, intent(in) :: g(0:, 0:), couleur
    integer :: essai(0:NB_LIGNES+1, 0:NB_COLONNES+1), c, l, n, meilleur
    meilleur = -1
    do c = NB_COLONNES, 1, -1
      if (.not. est_coup_possible(g, c)) cycle
      essai = g
      call lacher(essai, c, couleur)
      do l = NB_LIGNES, 1, -1
        if (essai(l, c) /= VIDE) exit
      end do
      n = nb_pions_alignes(essai, l, c)
      if (n > meilleur) then
        meilleur = n
        colonne_conseillee = c
      end if
    end do
  end function colonne_conseillee

end program jeu
