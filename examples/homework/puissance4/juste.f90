! Un devoir juste, dans un module.
MODULE puissance4
  IMPLICIT NONE
  PRIVATE

  INTEGER, PARAMETER, PUBLIC :: NB_LIGNES = 6
  INTEGER, PARAMETER, PUBLIC :: NB_COLONNES = 7
  INTEGER, PARAMETER, PUBLIC :: VIDE = 0
  INTEGER, PARAMETER, PUBLIC :: ROUGE = 1
  INTEGER, PARAMETER, PUBLIC :: JAUNE = 2

  TYPE, PUBLIC :: typ_grille
    INTEGER, DIMENSION(0:NB_LIGNES+1, 0:NB_COLONNES+1) :: grille
  END TYPE typ_grille

  PUBLIC :: vider, afficher, est_coup_possible, lacher

CONTAINS

  SUBROUTINE vider(grille)
    INTEGER, DIMENSION(:, :), INTENT(OUT) :: grille
    grille(:, :) = VIDE
  END SUBROUTINE vider

  FUNCTION symbole_case(contenu) RESULT(resultat)
    INTEGER, INTENT(IN) :: contenu
    CHARACTER :: resultat
    SELECT CASE (contenu)
    CASE (ROUGE)
      resultat = '*'
    CASE (JAUNE)
      resultat = 'o'
    CASE DEFAULT
      resultat = ' '
    END SELECT
  END FUNCTION symbole_case

  SUBROUTINE afficher_numeros_colonnes()
    INTEGER :: j
    PRINT "(A3,7I2)", "   ", (j, j = 1, NB_COLONNES)
  END SUBROUTINE afficher_numeros_colonnes

  SUBROUTINE afficher(grille)
    INTEGER, DIMENSION(:, :), INTENT(IN) :: grille
    INTEGER :: i, j
    CALL afficher_numeros_colonnes()
    DO i = NB_LIGNES, 1, -1
      PRINT "(I3,7A2,I3)", i, (symbole_case(grille(i, j)), j = 1, NB_COLONNES), i
    END DO
    CALL afficher_numeros_colonnes()
  END SUBROUTINE afficher

  FUNCTION est_coup_possible(grille, colonne) RESULT(resultat)
    INTEGER, DIMENSION(:, :), INTENT(IN) :: grille
    INTEGER, INTENT(IN) :: colonne
    LOGICAL :: resultat
    resultat = (grille(NB_LIGNES, colonne) == VIDE)
  END FUNCTION est_coup_possible

  FUNCTION ligne_de_chute(grille, colonne) RESULT(resultat)
    INTEGER, DIMENSION(:, :), INTENT(IN) :: grille
    INTEGER, INTENT(IN) :: colonne
    INTEGER :: resultat
    INTEGER :: l
    DO l = 1, NB_LIGNES
      IF (grille(l, colonne) == VIDE) THEN
        resultat = l
        EXIT
      END IF
    END DO
  END FUNCTION ligne_de_chute

  SUBROUTINE lacher(grille, colonne, couleur)
    INTEGER, INTENT(IN) :: couleur
    INTEGER, INTENT(IN) :: colonne
    INTEGER, DIMENSION(:, :), INTENT(INOUT) :: grille
    grille(ligne_de_chute(grille, colonne), colonne) = couleur
  END SUBROUTINE lacher

  FUNCTION nb_pions_dir(grille, ligne, colonne, dir_x, dir_y) RESULT(resultat)
    INTEGER :: resultat
    INTEGER, DIMENSION(:, :), INTENT(IN) :: grille
    INTEGER, INTENT(IN) :: colonne
    INTEGER, INTENT(IN) :: ligne
    INTEGER, INTENT(IN) :: dir_x
    INTEGER, INTENT(IN) :: dir_y
    INTEGER :: l
    INTEGER :: c
    INTEGER :: couleur
    couleur = grille(ligne, colonne)
    resultat = 1
    l = ligne + dir_y
    c = colonne + dir_x
    DO
      IF (grille(l, c) /= couleur) EXIT
      resultat = resultat + 1
      l = l + dir_y
      c = c + dir_x
    END DO
    l = ligne - dir_y
    c = colonne - dir_x
    DO
      IF (grille(l, c) /= couleur) EXIT
      resultat = resultat + 1
      l = l - dir_y
      c = c - dir_x
    END DO
  END FUNCTION nb_pions_dir

  FUNCTION nb_pions_alignes(grille, ligne, colonne) RESULT(resultat)
    INTEGER :: resultat
    INTEGER, DIMENSION(:, :), INTENT(IN) :: grille
    INTEGER, INTENT(IN) :: colonne
    INTEGER, INTENT(IN) :: ligne
    IF (grille(ligne, colonne) == VIDE) THEN
      resultat = 0
    ELSE
      resultat = MAX(nb_pions_dir(grille, ligne, colonne, 1, 1), &
                     nb_pions_dir(grille, ligne, colonne, 1, 0), &
                     nb_pions_dir(grille, ligne, colonne, 1, -1), &
                     nb_pions_dir(grille, ligne, colonne, 0, 1))
    END IF
  END FUNCTION nb_pions_alignes

  SUBROUTINE colonne_conseillee_aleatoire(grille, colonne)
    INTEGER, DIMENSION(:, :), INTENT(IN) :: grille
    INTEGER, INTENT(OUT) :: colonne
    REAL :: alea
    DO
      CALL RANDOM_NUMBER(alea)
      colonne = alea * NB_COLONNES + 1
      IF (est_coup_possible(grille, colonne)) EXIT
    END DO
  END SUBROUTINE colonne_conseillee_aleatoire

  SUBROUTINE colonne_conseillee(grille, couleur, colonne)
    INTEGER, DIMENSION(:, :), INTENT(IN) :: grille
    INTEGER, INTENT(IN) :: couleur
    INTEGER, INTENT(OUT) :: colonne
    INTEGER :: c, nb_pions, max, ligne
    REAL :: alea
    INTEGER, DIMENSION(0:NB_LIGNES+1, 0:NB_COLONNES+1) :: grille1
    max = 0
    DO c = 1, NB_COLONNES
      IF (est_coup_possible(grille, c)) THEN
        grille1 = VIDE
        grille1(1:NB_LIGNES, 1:NB_COLONNES) = grille
        ligne = ligne_de_chute(grille, c)
        CALL lacher(grille1(1:NB_LIGNES, 1:NB_COLONNES), c, couleur)
        nb_pions = nb_pions_alignes(grille1(1:NB_LIGNES, 1:NB_COLONNES), ligne, c)
        CALL RANDOM_NUMBER(alea)
        IF (nb_pions > max .OR. (nb_pions == max .AND. alea > 0.5)) THEN
          max = nb_pions
          colonne = c
        END IF
      END IF
    END DO
  END SUBROUTINE colonne_conseillee

END MODULE puissance4
