@ABOUT@

program joueur
   implicit none
   integer, parameter :: longueur = 65536, nombre_max = 512
   character(len=longueur) :: ligne, position
   character(len=64) :: coups(nombre_max)
   integer :: nombre, etat

   nombre = 0
   do
      read (*, '(A)', iostat=etat) ligne
      if (etat /= 0) exit
      if (index(ligne, 'game ') == 1) then
         call semer(index(ligne, 'seed='))
      else if (index(ligne, 'position ') == 1) then
         position = ligne(10:)
      else if (index(ligne, 'moves ') == 1) then
         call lire_coups(ligne(7:))
      else if (index(ligne, 'play') == 1 .and. nombre > 0) then
         write (*, '(A)') trim(choisir())
         flush (6)
      end if
   end do

contains

   function choisir() result(coup)
      character(len=64) :: coup
      real :: hasard
      ! @EDIT@
      call random_number(hasard)
      coup = coups(1 + int(hasard*nombre))
   end function choisir

   subroutine lire_coups(texte)
      character(len=*), intent(in) :: texte
      integer :: debut, fin
      nombre = 0
      debut = 1
      do while (len_trim(texte(debut:)) > 0 .and. nombre < nombre_max)
         fin = debut + index(texte(debut:)//' ', ' ') - 1
         nombre = nombre + 1
         coups(nombre) = texte(debut:fin - 1)
         debut = fin + 1
      end do
   end subroutine lire_coups

   subroutine semer(ou)
      integer, intent(in) :: ou
      integer :: taille, graine
      integer, allocatable :: graines(:)
      graine = 1
      if (ou > 0) read (ligne(ou + 5:), *, iostat=etat) graine
      call random_seed(size=taille)
      allocate (graines(taille))
      graines = graine
      call random_seed(put=graines)
   end subroutine semer

end program joueur
