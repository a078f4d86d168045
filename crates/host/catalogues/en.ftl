# What all tables say.
said-cheating = {"["}I am cheating...]
caught = Game abandoned because { $name } is cheating!
wins = { $name } wins!
loses = { $name } loses!
draw = A draw!
out-of-time = { $name } has run out of time.
resigns = { $name } resigns.
refused-too-often = { $name } has made too many invalid moves.
unreadable-too-often = { $name } has given too many answers that cannot be read.
crashed = { $name } stopped in the middle of the game.
did-not-start = { $name } did not start.
flooded = { $name } has written too much text.
limit-memory = { $name } has exceeded its memory limit.
limit-processes = { $name } has exceeded its limit on processes.
limit-files = { $name } has exceeded its limit on open files.
limit-disk = { $name } has exceeded its limit on data written to files.
limit-processor = { $name } has exceeded its limit on processor time.
found-no-move = { $name } has found no move: a fault of its strategy.

# What keeps a game from beginning.
unknown-game = `{ $text }` is not a game: `brelan games` lists them
not-a-number = `{ $text }` is not a whole number in the allowed range
player-unknown-strategy = `{ $strategy }` is not a strategy of { $game }: choose { $known }
end-of-input = the input ended before an answer was given
not-now = the game does not expect this input now

# Records.
option-position = begin from another position, written as for `analyse`

# Sentences of the page, for the player (you) and for the others.
begins-first = Player 1 begins.
said-wins = { $who ->
    [you] You win!
   *[other] { $name } wins!
}
said-resigns = { $who ->
    [you] You resign.
   *[other] { $name } resigns.
}
said-out-of-time = { $who ->
    [you] You have run out of time.
   *[other] { $name } has run out of time.
}
said-cheats = { $who ->
    [you] You: [I am cheating...]
   *[other] { $name }: [I am cheating...]
}

# What moves are worth, on the page.
worth-wins = wins
worth-wins-so = wins { $how }
worth-draws = draw
worth-loses = loses
worth-loses-so = loses { $how }
worth-no-loss = draw at least
worth-no-win = draw at most
worth-open = not proved
worth-chance = { $percent } chance to win
worth-ahead = about { $score } ahead
worth-behind = about { $score } behind
worth-exact = exact
worth-bounded = bounds
worth-estimated = estimate

# Moves and branches written down.
tree-shape = the brackets do not match: write 4 4 (3 5) 2, where (…) is played instead of the move before it
tree-too-long = there are too many moves: at most { $most }
tree-move = move { $number }, { $text }: { $reason }
tree-nobody = no side is to move there
tree-chance = no chance result is expected there, or this result is not possible
tree-seen = this position is what one side sees: give the whole position to play on from it

# Values.
value-won = won
value-lost = lost
value-drawn = drawn
value-score = { $result }, score { $score }
value-shares = win { $win } %, draw { $draw } %, loss { $loss } %
value-sampled = win { $win } %, draw { $draw } %, loss { $loss } % (± { $error })
value-bounded = score between { $low } and { $high }
value-estimate = estimated score { $score }

# Strategies.
strategy-person = a person, at the keyboard or in a browser
strategy-level = a level from 1 (beginner) to 8, written niveau=3
