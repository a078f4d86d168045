puissance4-about = Connect Four
puissance4-plays = { $name } ({ $symbol }) plays column { $column }.
puissance4-ask = { $name } ({ $symbol }), which column?{" "}
puissance4-advises = Advice: column { $longest } (the longest row); at random: column { $random }
puissance4-unreadable = You must give the number of a column.
puissance4-aligned = { $direction ->
    [vertical] Vertical row
    [horizontal] Horizontal row
   *[diagonal] Diagonal row
}: { $cells }
puissance4-recoloured = {"["}The disc in ({ $column },{ $line }) has changed colour. Hush!]
puissance4-no-such-column = Impossible! Column { $column } does not exist: choose 1 to { $columns }.
puissance4-full = Impossible! Column { $column } is full.
puissance4-nothing-to-recolour = {"["}No disc of the other colour in ({ $column },{ $line }), no way to cheat.]
puissance4-too-obvious = {"["}Four in a row at once in ({ $column },{ $line }) would be noticed.]
puissance4-character = `{ $found }` (character { $index }) is not a column: write digits from 1 to 7
puissance4-full-at = the disc of character { $index } does not fit: column { $column } is full
puissance4-after-end = the disc of character { $index } comes after the end of the game
puissance4-colour = `{ $text }` is not a colour: write red or yellow
puissance4-shape = a grid has 6 lines of 7 cells: line { $line } from the top is wrong
puissance4-hanging = the disc in column { $column }, line { $line } hangs in the air
puissance4-no-side-to-move = a drawn grid says whose turn it is: end it with a line `*` or `o`
puissance4-number = `{ $text }` is not the number of a column
puissance4-option-first = the colour that begins: red (the first player) or yellow
puissance4-option-colour = the colour of the player named first: red or yellow (red)
puissance4-option-grid = a file with a drawn grid and, on its last line, the disc of the side to move
puissance4-option-no-book = compute without the opening book
puissance4-option-table-size = size of the transposition table, in MiB (64)
puissance4-option-plies = number of discs of the book's positions (6)
puissance4-option-output = the file to write or to go on with
puissance4-option-build-threads = number of threads (every core)
puissance4-option-sample = number of positions to compute again (20)
puissance4-option-file = the file to check
puissance4-no-folder = there is no data folder: give a file with --output
puissance4-book-plies = a book has 0 to { $most } discs, not { $plies }
puissance4-other-plies = { $file }: a book of { $found } discs, not { $plies }
puissance4-book-format = this is not a book of this version
puissance4-book-count = { $found } bytes follow the header, too many for { $expected } positions
puissance4-book-unfinished = the book is unfinished: { $found } values for { $expected } positions
puissance4-book-no-checksum = the checksum is missing
puissance4-book-damaged = the checksum does not match: a byte was changed
puissance4-file = { $file }: { $reason }
puissance4-built = { $file }: { $count } positions
puissance4-checked = { $file }: { $count } positions, { $sample } computed again, all exact
puissance4-wrong = { $file }: position { $index } is worth { $right }, not { $found }
puissance4-over = The game is over.
puissance4-unknown-cheat = `{ $text }` is not a cheat: write triche=4,6 for the cell of column 4, line 6

# On the page.
puissance4-board = Grid of 7 columns and 6 lines
puissance4-red = red
puissance4-yellow = yellow
puissance4-disc = Column { $column }, line { $line }: { $colour }
puissance4-column = column { $column }
puissance4-column-free = Column { $column }, { $free } free
puissance4-did = { $who ->
    [you] You play
   *[other] { $name } plays
} column { $column }.
puissance4-full-grid = The grid is full.
puissance4-rule-drop = In turn, each drops a disc into a column; it falls onto those already there.
puissance4-rule-win = The first side with four of its discs in a row, vertical, horizontal or diagonal, wins.
puissance4-rule-draw = A full grid without four in a row is a draw.
puissance4-field-first = Who begins
puissance4-red-first = red, player 1
puissance4-yellow-first = yellow, player 2
puissance4-begins = Player 1 has the red discs, player 2 the yellow ones.
puissance4-in-moves = in { $count } { $form ->
    [one] move
   *[many] moves
}
puissance4-edit-red = red disc
puissance4-edit-yellow = yellow disc
puissance4-edit-remove = take out a disc
puissance4-edit-red-moves = red to move
puissance4-edit-yellow-moves = yellow to move
puissance4-edit-empty = empty grid

# Advice and reasons.
puissance4-advice-left = Look at the columns on the left, 1 and 2.
puissance4-advice-middle = Look at the columns in the middle, 3 to 5.
puissance4-advice-right = Look at the columns on the right, 6 and 7.
puissance4-why-wins-now = Column { $column } completes four.
puissance4-why-parries = After any other column, the opponent completes four in column { $column }.
puissance4-why-allows = After column { $column } the opponent completes four in column { $reply }.
puissance4-why-double-threat = Column { $column } is a double threat: columns { $one } and { $other } would both complete four.
puissance4-why-forced = Every answer is forced: { $line } completes four.
puissance4-why-wins-in = Column { $column } wins with at most { $discs } { $discs ->
    [one] disc
   *[other] discs
  } of the mover, this one included.
puissance4-why-loses-in = After column { $column } the opponent wins with at most { $discs } more { $discs ->
    [one] disc
   *[other] discs
  }.
puissance4-why-draws = With column { $column } best play is a draw.

# The subject's functions.
subject-grid-size = { $lines } lines of { $columns } cells, where a grid has 6 of 7, or 8 of 9 with its border
subject-border = the border must be empty

# How strategies choose.
puissance4-strategy-naif = plays a random column: the advice of exercise 7
puissance4-strategy-glouton = plays the column of the longest row: the advice of exercise 8
puissance4-strategy-expert = plays perfectly
puissance4-strategy-tricheur = recolours a disc of the opponent when that wins, and else plays like glouton
puissance4-goal = Line up four of your discs before the other does.
