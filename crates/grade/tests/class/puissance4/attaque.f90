! What a hostile routine asks of the C library.
module attaque
  use iso_c_binding
  implicit none
  interface
    integer(c_int) function fork() bind(c, name='fork')
      import :: c_int
    end function fork
    integer(c_int) function kill(process, number) bind(c, name='kill')
      import :: c_int
      integer(c_int), value :: process, number
    end function kill
    integer(c_int) function close_one(descriptor) bind(c, name='close')
      import :: c_int
      integer(c_int), value :: descriptor
    end function close_one
    integer(c_int) function dup_to(descriptor, other) bind(c, name='dup2')
      import :: c_int
      integer(c_int), value :: descriptor, other
    end function dup_to
    integer(c_int) function pause_for(seconds) bind(c, name='sleep')
      import :: c_int
      integer(c_int), value :: seconds
    end function pause_for
    integer(c_long) function write_to(descriptor, bytes, count) bind(c, name='write')
      import :: c_int, c_long, c_char
      integer(c_int), value :: descriptor
      character(kind=c_char), intent(in) :: bytes(*)
      integer(c_long), value :: count
    end function write_to
    type(c_ptr) function handle(number, handler) bind(c, name='signal')
      import :: c_int, c_intptr_t, c_ptr
      integer(c_int), value :: number
      integer(c_intptr_t), value :: handler
    end function handle
    subroutine leave(code) bind(c, name='_exit')
      import :: c_int
      integer(c_int), value :: code
    end subroutine leave
  end interface
contains
  ! Writes a line to every descriptor that may lead to the judge.
  subroutine send(text)
    character(len=*), intent(in) :: text
    integer(c_int) :: descriptor
    integer(c_long) :: done
    do descriptor = 3, 9
      done = write_to(descriptor, text // c_new_line, len(text) + 1_c_long)
    end do
  end subroutine send

  ! A reply to one call, with these cells.
  function forged(number, cells) result(line)
    integer, intent(in) :: number
    character(len=*), intent(in) :: cells
    character(len=:), allocatable :: line
    character(len=12) :: digits
    write (digits, '(i0)') number
    line = '{"request":' // trim(digits) // ',"answers":[{"int":0,"log":0,"chr":"' // &
      repeat('20', 16) // '","cells":[' // cells // '],"printed":""}]}'
  end function forged
end module attaque
