! Runtime library of the generated driver: reads requests, prepares grids, limits processor time,
! captures printed text and writes answers. It also makes every run of a program the same: memory,
! addresses, clocks and random numbers.
!
! Each request is one line, each answer one line of JSON. Requests never contain an expected result.
! The student's code shares the process, so the judge believes nothing of an answer but its values.
module brelan_kit
  use iso_c_binding
  implicit none

  integer, parameter :: brelan_most = 40000, brelan_head = 50, brelan_width = 87
  ! The grid is in the middle of a larger array of empty cells, so that a read beside it finds an
  ! empty cell. brelan_tig is the transposed array.
  integer, target :: brelan_big(-24:32, -24:32), brelan_tig(-24:32, -24:32), brelan_buf(600)
  integer :: brelan_codes(0:2)
  integer :: brelan_request, brelan_stub, brelan_form, brelan_count, brelan_limit
  integer :: brelan_ligne, brelan_colonne, brelan_couleur, brelan_dir_x, brelan_dir_y
  integer :: brelan_int
  logical :: brelan_log
  character(len=16) :: brelan_chr
  integer :: brelan_cells(0:7, 0:8)
  ! File descriptors of the requests and the answers.
  integer(c_int), private :: requests, answers
  character(len=brelan_most), private :: line
  character(len=:), allocatable, private :: answer
  ! State of the generator that stands for clocks and entropy, and the time in seconds.
  integer(c_int64_t), private :: noise = 421, now = 1600000000

  type, bind(c), private :: interval
    integer(c_long) :: again_s, again_us, first_s, first_us
  end type interval

  interface
    integer(c_int) function c_dup(fd) bind(c, name='dup')
      import :: c_int
      integer(c_int), value :: fd
    end function c_dup
    integer(c_int) function c_dup2(fd, to) bind(c, name='dup2')
      import :: c_int
      integer(c_int), value :: fd, to
    end function c_dup2
    integer(c_int) function c_open(path, flags, mode) bind(c, name='open')
      import :: c_int, c_char
      character(kind=c_char), intent(in) :: path(*)
      integer(c_int), value :: flags, mode
    end function c_open
    integer(c_long) function c_read(fd, bytes, count) bind(c, name='read')
      import :: c_int, c_long, c_char
      integer(c_int), value :: fd
      character(kind=c_char), intent(out) :: bytes(*)
      integer(c_long), value :: count
    end function c_read
    integer(c_long) function c_write(fd, bytes, count) bind(c, name='write')
      import :: c_int, c_long, c_char
      integer(c_int), value :: fd
      character(kind=c_char), intent(in) :: bytes(*)
      integer(c_long), value :: count
    end function c_write
    integer(c_long) function c_lseek(fd, offset, whence) bind(c, name='lseek')
      import :: c_int, c_long
      integer(c_int), value :: fd, whence
      integer(c_long), value :: offset
    end function c_lseek
    integer(c_int) function c_ftruncate(fd, length) bind(c, name='ftruncate')
      import :: c_int, c_long
      integer(c_int), value :: fd
      integer(c_long), value :: length
    end function c_ftruncate
    integer(c_int) function c_setitimer(which, new, old) bind(c, name='setitimer')
      import :: c_int, c_ptr, interval
      integer(c_int), value :: which
      type(interval), intent(in) :: new
      type(c_ptr), value :: old
    end function c_setitimer
    integer(c_int) function c_personality(flags) bind(c, name='personality')
      import :: c_int, c_long
      integer(c_long), value :: flags
    end function c_personality
    integer(c_int) function c_execv(path, arguments) bind(c, name='execv')
      import :: c_int, c_char, c_ptr
      character(kind=c_char), intent(in) :: path(*)
      type(c_ptr), intent(in) :: arguments(*)
    end function c_execv
    subroutine c_exit(code) bind(c, name='_exit')
      import :: c_int
      integer(c_int), value :: code
    end subroutine c_exit
  end interface

contains

  ! Redirects the routines' output to a file and their input to an empty file. codes are the student's
  ! numbers for an empty cell, red and yellow.
  subroutine brelan_begin(codes)
    integer, intent(in) :: codes(0:2)
    integer :: fd
    call fix_addresses()
    brelan_codes = codes
    requests = c_dup(0)
    answers = c_dup(1)
    fd = c_open('/dev/null' // c_null_char, 0, 0)
    fd = c_dup2(fd, 0)
    ! Flags: read and write, create, truncate.
    fd = c_open('sortie' // c_null_char, 2 + 64 + 512, 384)
    fd = c_dup2(fd, 1)
  end subroutine brelan_begin

  ! Starts the program again without random addresses, where the system allows it.
  subroutine fix_addresses()
    integer(c_long), parameter :: query = 4294967295_c_long, fixed = 262144_c_long
    character(kind=c_char, len=7), target :: name = 'devoir' // c_null_char
    integer(c_long) :: flags
    integer(c_int) :: done
    flags = c_personality(query)
    if (flags < 0 .or. iand(flags, fixed) /= 0) return
    if (c_personality(ior(flags, fixed)) < 0) return
    ! Returns only when it fails.
    done = c_execv('./devoir' // c_null_char, [c_loc(name), c_null_ptr])
  end subroutine fix_addresses

  ! Fills the stack below the caller, where the next routine has its variables.
  subroutine brelan_paint()
    integer :: area(8192)
    area = -9999
  end subroutine brelan_paint

  ! The next number of a fixed sequence, of 31 bits.
  integer(c_int64_t) function next_noise()
    noise = noise * 6364136223846793005_c_int64_t + 1442695040888963407_c_int64_t
    next_noise = ishft(noise, -33)
  end function next_noise

  ! Each look at a clock finds it up to twelve days later: its units and its seconds are random.
  subroutine look_at_clock(seconds, billionths)
    integer(c_long), intent(out) :: seconds, billionths
    now = now + ishft(next_noise(), -11)
    seconds = now
    billionths = mod(next_noise(), 1000000000_c_int64_t)
  end subroutine look_at_clock

  ! These functions take the place of those of the C library, and of the Fortran runtime's seeds.
  integer(c_int) function own_clock_gettime(which, time) bind(c, name='clock_gettime')
    integer(c_int), value :: which
    integer(c_long), intent(out) :: time(2)
    call look_at_clock(time(1), time(2))
    own_clock_gettime = 0
  end function own_clock_gettime

  integer(c_int) function own_gettimeofday(time, zone) bind(c, name='gettimeofday')
    integer(c_long), intent(out) :: time(2)
    type(c_ptr), value :: zone
    call look_at_clock(time(1), time(2))
    time(2) = time(2) / 1000
    own_gettimeofday = 0
  end function own_gettimeofday

  integer(c_long) function own_time(place) bind(c, name='time')
    type(c_ptr), value :: place
    integer(c_long), pointer :: seconds
    integer(c_long) :: billionths
    call look_at_clock(own_time, billionths)
    if (.not. c_associated(place)) return
    call c_f_pointer(place, seconds)
    seconds = own_time
  end function own_time

  integer(c_int) function own_getrusage(who, use) bind(c, name='getrusage')
    integer(c_int), value :: who
    integer(c_long), intent(out) :: use(18)
    use = 0
    call look_at_clock(use(1), use(2))
    use(2) = use(2) / 1000
    own_getrusage = 0
  end function own_getrusage

  integer(c_int) function own_getentropy(bytes, count) bind(c, name='getentropy')
    integer(c_size_t), value :: count
    integer(c_int8_t), intent(out) :: bytes(count)
    integer(c_size_t) :: i
    do i = 1, count
      bytes(i) = int(ishft(next_noise(), -24), c_int8_t)
    end do
    own_getentropy = 0
  end function own_getentropy

  ! random_seed tells the number of seeds and sets none: the sequence goes on.
  subroutine own_random_seed(size, put, get) bind(c, name='_gfortran_random_seed_i4')
    type(c_ptr), value :: size, put, get
    integer(c_int32_t), pointer :: seeds
    if (.not. c_associated(size)) return
    call c_f_pointer(size, seeds)
    seeds = 8
  end subroutine own_random_seed

  subroutine own_random_seed_long(size, put, get) bind(c, name='_gfortran_random_seed_i8')
    type(c_ptr), value :: size, put, get
    integer(c_int64_t), pointer :: seeds
    if (.not. c_associated(size)) return
    call c_f_pointer(size, seeds)
    seeds = 4
  end subroutine own_random_seed_long

  subroutine own_random_init(repeatable, distinct, number) bind(c, name='_gfortran_random_init')
    type(c_ptr), value :: repeatable, distinct, number
  end subroutine own_random_init

  ! Reads the next request; exits with code 90 at the end of the input.
  logical function brelan_read_request()
    character(kind=c_char) :: bytes(4096)
    integer(c_long) :: count
    integer :: length, i
    length = 0
    line = ' '
    do
      count = c_read(requests, bytes, 4096_c_long)
      if (count <= 0) call c_exit(90)
      do i = 1, int(count)
        if (bytes(i) == c_new_line .or. length == brelan_most) exit
        length = length + 1
        line(length:length) = bytes(i)
      end do
      if (i <= int(count)) exit
    end do
    read (line, '(5i10)') brelan_request, brelan_stub, brelan_form, brelan_count, brelan_limit
    answer = '{"request":' // text(brelan_request) // ',"answers":['
    brelan_read_request = .true.
  end function brelan_read_request

  ! Sets the arguments of case k and starts its time limit.
  subroutine brelan_case(k)
    integer, intent(in) :: k
    integer :: l, c, at, digits(0:71)
    at = brelan_head + (k - 1) * brelan_width
    read (line(at + 1:at + brelan_width), '(72i1,5i3)') digits, brelan_ligne, brelan_colonne, &
      brelan_couleur, brelan_dir_x, brelan_dir_y
    brelan_big = brelan_codes(0)
    brelan_tig = brelan_codes(0)
    do l = 0, 7
      do c = 0, 8
        brelan_cells(l, c) = brelan_codes(digits(9 * l + c))
      end do
    end do
    brelan_couleur = brelan_codes(brelan_couleur)
    brelan_big(0:7, 0:8) = brelan_cells
    brelan_tig(0:8, 0:7) = transpose(brelan_cells)
    call pack_cells()
    brelan_int = -9999
    brelan_log = .false.
    brelan_chr = ' '
    call set_limit(brelan_limit)
  end subroutine brelan_case

  ! Copies the cells into contiguous memory, for dummy arguments with bounds of their own.
  subroutine pack_cells()
    brelan_buf = brelan_codes(0)
    select case (brelan_form)
    case (5)
      brelan_buf(201:272) = reshape(brelan_cells, [72])
    case (6)
      brelan_buf(201:242) = reshape(brelan_cells(1:6, 1:7), [42])
    case (7)
      brelan_buf(201:272) = reshape(transpose(brelan_cells), [72])
    case (8)
      brelan_buf(201:242) = reshape(transpose(brelan_cells(1:6, 1:7)), [42])
    end select
  end subroutine pack_cells

  ! Copies the cells into the array of a student's type, by its shape.
  subroutine brelan_into(grid)
    integer, intent(out) :: grid(:, :)
    if (all(shape(grid) == [8, 9])) grid = brelan_cells
    if (all(shape(grid) == [6, 7])) grid = brelan_cells(1:6, 1:7)
    if (all(shape(grid) == [9, 8])) grid = transpose(brelan_cells)
    if (all(shape(grid) == [7, 6])) grid = transpose(brelan_cells(1:6, 1:7))
  end subroutine brelan_into

  ! Copies the cells back from the array of a student's type.
  subroutine brelan_from(grid)
    integer, intent(in) :: grid(:, :)
    if (all(shape(grid) == [8, 9])) brelan_cells = grid
    if (all(shape(grid) == [6, 7])) brelan_cells(1:6, 1:7) = grid
    if (all(shape(grid) == [9, 8])) brelan_cells = transpose(grid)
    if (all(shape(grid) == [7, 6])) brelan_cells(1:6, 1:7) = transpose(grid)
  end subroutine brelan_from

  ! Copies the cells back after a call with an array section or contiguous cells.
  subroutine brelan_after()
    select case (brelan_form)
    case (1:2)
      brelan_cells = brelan_big(0:7, 0:8)
    case (3:4)
      brelan_cells = transpose(brelan_tig(0:8, 0:7))
    case (5)
      brelan_cells = reshape(brelan_buf(201:272), [8, 9])
    case (6)
      brelan_cells(1:6, 1:7) = reshape(brelan_buf(201:242), [6, 7])
    case (7)
      brelan_cells = transpose(reshape(brelan_buf(201:272), [9, 8]))
    case (8)
      brelan_cells(1:6, 1:7) = transpose(reshape(brelan_buf(201:242), [7, 6]))
    end select
  end subroutine brelan_after

  ! Stops the time limit and adds the result of case k to the answer.
  subroutine brelan_done(k)
    integer, intent(in) :: k
    call set_limit(0)
    if (k > 1) answer = answer // ','
    answer = answer // '{"int":' // text(brelan_int) // ',"log":' // text(merge(1, 0, brelan_log)) &
      // ',"chr":"' // hexadecimal(brelan_chr) // '","cells":[' // cells() // '],"printed":"' &
      // printed() // '"}'
  end subroutine brelan_done

  ! Writes the answer to the request.
  subroutine brelan_write_answer()
    integer(c_long) :: from, sent
    answer = answer // ']}' // c_new_line
    from = 1
    do while (from <= len(answer))
      sent = c_write(answers, answer(from:), len(answer) - from + 1_c_long)
      if (sent <= 0) call c_exit(90)
      from = from + sent
    end do
  end subroutine brelan_write_answer

  ! Limits the processor time of the code that follows; 0 removes the limit.
  subroutine set_limit(microseconds)
    integer, intent(in) :: microseconds
    integer :: done
    type(interval) :: time
    time = interval(0, 0, microseconds / 1000000, mod(microseconds, 1000000))
    done = c_setitimer(2, time, c_null_ptr)
  end subroutine set_limit

  ! The cells as a JSON list, in the subject's numbers.
  function cells() result(list)
    character(len=:), allocatable :: list
    integer :: l, c, value
    list = ''
    do l = 0, 7
      do c = 0, 8
        if (l + c > 0) list = list // ','
        value = brelan_cells(l, c)
        ! A number that the student does not define becomes 1000 and more.
        if (any(brelan_codes == value)) then
          list = list // text(findloc(brelan_codes, value, dim=1) - 1)
        else
          list = list // text(1000 + value)
        end if
      end do
    end do
  end function cells

  function text(number) result(digits)
    integer, intent(in) :: number
    character(len=:), allocatable :: digits
    character(len=12) :: wide
    write (wide, '(i0)') number
    digits = trim(wide)
  end function text

  function hexadecimal(bytes) result(digits)
    character(len=*), intent(in) :: bytes
    character(len=2 * len(bytes)) :: digits
    integer :: i
    do i = 1, len(bytes)
      write (digits(2 * i - 1:2 * i), '(z2.2)') iachar(bytes(i:i))
    end do
  end function hexadecimal

  ! The printed text in hexadecimal, up to a limit; empties the file.
  function printed() result(digits)
    character(len=:), allocatable :: digits
    integer, parameter :: most = 65537
    character(kind=c_char) :: bytes(most)
    integer(c_long) :: count
    integer :: i, done
    flush (6)
    digits = ''
    count = c_lseek(1, 0_c_long, 1)
    if (count == 0) return
    count = c_lseek(1, 0_c_long, 0)
    count = c_read(1, bytes, int(most, c_long))
    digits = repeat('0', 2 * int(max(count, 0_c_long)))
    do i = 1, int(count)
      write (digits(2 * i - 1:2 * i), '(z2.2)') iachar(bytes(i))
    end do
    count = c_lseek(1, 0_c_long, 0)
    done = c_ftruncate(1, 0_c_long)
  end function printed

end module brelan_kit
