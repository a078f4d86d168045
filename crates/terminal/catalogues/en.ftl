# Games drawn in a terminal.
terminal-too-small = Make the window larger: it takes at least 40 columns and 10 lines.
terminal-your-turn = Your turn:
terminal-turn = { $name } to move:
terminal-thinking = The opponent is thinking…
terminal-watching = You are watching the game.
terminal-computing = Computing the values…
terminal-move = move { $number }
terminal-hint = Hint: { $mv } ({ $worth })
terminal-value = { $sign } { $mv }: { $worth } ({ $badge })
terminal-plain-move = { $mv }: { $words }
terminal-plain-value = { $mv } ({ $words }): { $worth }
terminal-no-values = No hints here: they are given only when one person plays, without a clock.
terminal-nothing-to-undo = There is nothing to take back.
terminal-resign-sure = Resign the game? y: yes, another key: no
terminal-quit-sure = Quit? The game is kept. y or Enter: yes, another key: no
terminal-curtain = Hand the screen to { $name }, who types Enter.
terminal-curtain-plain = Hand the screen to { $name }, who writes ok:
terminal-keys = ←→ choose  Enter play  ? help  h hint  v values  u undo  r resign  q quit
terminal-keys-short = ←→ Enter  ? help  h v u r  q quit
terminal-keys-over = n another game  u undo  q quit
terminal-keys-watching = ? help  q quit
terminal-keys-help = ↑↓ scroll, another key: close
terminal-help =
    ← → or Tab: choose a move; ↑ ↓: another heap, another tile
    Enter: play the chosen move
    a move can also be typed: 4, 61, 1101… then Enter
    h: hint; v: the values of all moves
    u: take back your last move
    r: resign; q: quit, the game is kept
    Ctrl-Z: suspend; Ctrl-C: quit at once
    The chosen move is coloured or reversed, legal moves are underlined, the last move is in brackets.
terminal-choose = Who plays?
terminal-choose-game = Game
terminal-choose-first = Player 1
terminal-choose-second = Player 2
terminal-choose-keys = ↑↓ row  ←→ change  Enter play  Esc quit
terminal-person = You
terminal-person-number = Player { $number }
terminal-plain-choice = { $number }: { $text }
terminal-plain-player = { $name } ({ $words })
terminal-plain-choose = { $what }, a number from 1 to { $count }, or q to leave:{" "}
terminal-plain-ask = { $name }, your move (? for help):{" "}
terminal-plain-help =
    Write a move, or one of these letters:
    b: the board; m: the legal moves
    h: a hint; v: the values of all moves
    u: take back your last move; r: resign; q: quit, the game is kept
