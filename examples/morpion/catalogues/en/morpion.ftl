morpion-about = Tic-tac-toe
morpion-ask = { $name }, which cell?{" "}
morpion-plays = { $name } plays { $cell }.
morpion-taken = Cell { $cell } is taken.
morpion-nothing = There is nothing to wipe out in cell { $cell }.
morpion-cell = `{ $text }` is not a cell: write a number from 1 to 9
morpion-position = `{ $text }` is not a position: write x.o/.x./... second
