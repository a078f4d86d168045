morpion-about = Tic-tac-toe
morpion-ask = { $name }, which cell?{" "}
morpion-plays = { $name } plays { $cell }.
morpion-taken = Cell { $cell } is taken.
morpion-nothing = There is nothing to wipe out in cell { $cell }.
morpion-over = The game is over.
morpion-cell = `{ $text }` is not a cell: write a number from 1 to 9
morpion-position = `{ $text }` is not a position: write the cells and the side to move, for example x.o/.x./... second
morpion-cheat = `{ $text }` is not a cheat: write triche and a cell, for example triche5
morpion-board = Board of nine cells
morpion-cell-name = cell { $cell }
morpion-cell-holds = Cell { $cell }: { $holds ->
    [cross] cross
    [nought] nought
   *[nothing] free
}
morpion-did = { $who ->
    [you] You play
   *[other] { $name } plays
} cell { $cell }.
morpion-rule = In turn, each marks a free cell. Three of your marks in a row win.
