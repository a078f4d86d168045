! Une grille est un type ; les colonnes d'abord, comme les raffinages du sujet.
module grilles
  implicit none
  integer, parameter :: nb_lignes = 6, nb_colonnes = 7
  integer, parameter :: vide = 0, rouge = 1, jaune = 2
  type typ_grille
    integer :: cases(0:nb_colonnes+1, 0:nb_lignes+1)
  end type typ_grille
contains
  subroutine vider(grille)
    type(typ_grille), intent(out) :: grille
    grille%cases = vide
  end subroutine vider

  subroutine afficher_case(contenu)
    integer, intent(in) :: contenu
    character(len=3), parameter :: symboles = ' *o'
    write (*, '(a2)', advance='no') symboles(contenu+1:contenu+1)
  end subroutine afficher_case

  subroutine afficher(grille)
    type(typ_grille), intent(in) :: grille
    integer :: ligne, colonne
    print '(3x,7i2)', [(colonne, colonne=1, nb_colonnes)]
    do ligne = nb_lignes, 1, -1
      write (*, '(i3)', advance='no') ligne
      do colonne = 1, nb_colonnes
        call afficher_case(grille%cases(colonne, ligne))
      end do
      write (*, '(i3)') ligne
    end do
    print '(3x,7i2)', [(colonne, colonne=1, nb_colonnes)]
  end subroutine afficher
end module grilles

module regles
  use grilles
  implicit none
contains
  pure logical function est_coup_possible(grille, colonne) result(possible)
    type(typ_grille), intent(in) :: grille
    integer, intent(in) :: colonne
    possible = grille%cases(colonne, nb_lignes) == vide
  end function est_coup_possible

  pure integer function ligne_de_chute(grille, colonne) result(ligne)
    type(typ_grille), intent(in) :: grille
    integer, intent(in) :: colonne
    ligne = 1 + count(grille%cases(colonne, 1:nb_lignes) /= vide)
  end function ligne_de_chute

  subroutine lacher(grille, colonne, couleur)
    type(typ_grille), intent(inout) :: grille
    integer, intent(in) :: colonne, couleur
    grille%cases(colonne, ligne_de_chute(grille, colonne)) = couleur
  end subroutine lacher

  recursive integer function suite(grille, colonne, ligne, dx, dy, couleur) result(n)
    type(typ_grille), intent(in) :: grille
    integer, intent(in) :: colonne, ligne, dx, dy, couleur
    if (grille%cases(colonne, ligne) /= couleur) then
      n = 0
    else
      n = 1 + suite(grille, colonne + dx, ligne + dy, dx, dy, couleur)
    end if
  end function suite

  integer function nb_pions_dir(grille, colonne, ligne, dir_x, dir_y) result(n)
    type(typ_grille), intent(in) :: grille
    integer, intent(in) :: colonne, ligne, dir_x, dir_y
    integer :: couleur
    couleur = grille%cases(colonne, ligne)
    n = suite(grille, colonne, ligne, dir_x, dir_y, couleur) &
      + suite(grille, colonne - dir_x, ligne - dir_y, -dir_x, -dir_y, couleur)
  end function nb_pions_dir

  integer function nb_pions_alignes(grille, colonne, ligne) result(n)
    type(typ_grille), intent(in) :: grille
    integer, intent(in) :: colonne, ligne
    n = 0
    if (grille%cases(colonne, ligne) == vide) return
    n = max(n, nb_pions_dir(grille, colonne, ligne, 1, 0))
    n = max(n, nb_pions_dir(grille, colonne, ligne, 0, 1))
    n = max(n, nb_pions_dir(grille, colonne, ligne, 1, 1))
    n = max(n, nb_pions_dir(grille, colonne, ligne, -1, 1))
  end function nb_pions_alignes

  subroutine colonne_conseillee_aleatoire(grille, couleur, colonne)
    type(typ_grille), intent(in) :: grille
    integer, intent(in) :: couleur
    integer, intent(out) :: colonne
    real :: alea
    colonne = 0
    do while (colonne == 0)
      call random_number(alea)
      colonne = ceiling(alea * nb_colonnes)
      if (colonne > 0) then
        if (.not. est_coup_possible(grille, colonne)) colonne = 0
      end if
    end do
  end subroutine colonne_conseillee_aleatoire

  subroutine colonne_conseillee(grille, couleur, colonne)
    type(typ_grille), intent(in) :: grille
    integer, intent(in) :: couleur
    integer, intent(out) :: colonne
    type(typ_grille) :: essai
    integer :: c, n, plus_long
    plus_long = 0
    do c = 1, nb_colonnes
      if (est_coup_possible(grille, c)) then
        essai = grille
        call lacher(essai, c, couleur)
        n = nb_pions_alignes(essai, c, ligne_de_chute(grille, c))
        if (n > plus_long) then
          plus_long = n
          colonne = c
        end if
      end if
    end do
  end subroutine colonne_conseillee
end module regles

program principal
  use regles
  implicit none
  type(typ_grille) :: grille
  call vider(grille)
  call afficher(grille)
end program principal
