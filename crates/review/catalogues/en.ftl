# Reviews: errors.
review-other-game = this is a record of { $game }
review-too-long = a record of { $lines } lines is too long: at most { $most } are reviewed
review-too-large = the file is too large for a record: at most { $most } MiB are read
review-stopped = the review was stopped

# What choices are called.
review-best = best
review-good = good
review-inaccuracy = inaccuracy
review-mistake = mistake
review-blunder = blunder
review-unproved = not proved

# What a person reads of a review.
review-heading = { $game }: { $first } against { $second }, { $result }
review-won-by = { $name } won
review-drawn = drawn
review-broken-off = broken off
review-no-mistakes = No mistakes.
review-column-ply = ply
review-column-player = player
review-column-move = move
review-column-best = best
review-column-loss = lost
review-column-name = called
review-column-value = share
review-column-luck = luck
review-unproved-choices = Not proved: { $count } of { $of } choices.
review-graph = The share of { $name }, position by position:
review-sum = Where the result comes from, for { $name }, beyond one half:
review-term-seat = place at the table
review-term-deal = the deal, as if all tiles were open
review-term-luck = luck
review-term-mistakes = mistakes of { $name }
review-term-cheats = cheats
review-term-forfeit = end by forfeit
review-term-hidden = what no other term explains (hidden or not proved)
review-term-total = together
review-error = What is measured or not proved may be off by { $error }.

# The command.
cli-review-about = Say what every move of recorded games was worth: mistakes, luck and skill
cli-review-files = the records; - reads one from the input
cli-review-json = one JSON object a game
cli-review-html = write one page a game beside each record, as FILE.html
cli-review-time = time for a game, in milliseconds
cli-review-effort = an engine's work for a position, in nodes or samples; the review then repeats
cli-review-threads = games reviewed at a time; with one game, threads for it
cli-review-bad-file = { $file }: { $text }
cli-review-html-input = --html writes beside a file, and the input is none
cli-why = advice in three steps: where to look, what to play, why

# Advice.
advice-where = where: { $text }
advice-what = what: { $text }
advice-why = why: { $text }
advice-anywhere = Look at the whole position.
advice-nobody = nobody is to move in this position
advice-allumettes-rest = Look at what you would leave, modulo { $modulus }.
advice-allumettes-heap = Look at heap { $heap }.
advice-puissance4-left = Look at the columns on the left, 1 and 2.
advice-puissance4-middle = Look at the columns in the middle, 3 to 5.
advice-puissance4-right = Look at the columns on the right, 6 and 7.
advice-awale-left = Look at your pits on the left, 0 to 2.
advice-awale-right = Look at your pits on the right, 3 to 5.
advice-jeu421-dice = { $kept ->
    [0] None of the dice is worth keeping.
    [1] One of the dice is worth keeping.
    [3] All three dice are worth keeping.
   *[other] { $kept } of the dice are worth keeping.
  }
advice-dominos-end = Look at the end that shows { $end }.
advice-dominos-nothing = There is nothing to choose.

# Reasons.
why-hopeless = Every move leaves the opponent a won position.
why-allumettes-remainder = To { $move } leaves { $left }, which is { $rest } modulo { $modulus }: { $wins ->
    [yes] whoever has to play there loses, because { $lost } is the remainder that loses.
   *[no] whoever plays there wins by leaving a remainder of { $lost }.
  }
why-allumettes-nim-sum = To { $move } leaves a nim-sum of { $sum }: { $wins ->
    [yes] whoever has to play there loses.
   *[no] whoever plays there can win.
  }
why-allumettes-ones = To { $move } leaves heaps that count as nothing or one, { $ones } of them as one: { $wins ->
    [yes] with an odd number whoever has to play loses.
   *[no] with an even number whoever plays wins.
  }
why-puissance4-wins-now = Column { $column } completes four.
why-puissance4-parries = Elsewhere than in column { $column }, the opponent completes four in column { $column }.
why-puissance4-allows = After column { $column } the opponent completes four in column { $reply }.
why-puissance4-double-threat = Column { $column } is a double threat: columns { $one } and { $other } would both complete four.
why-puissance4-forced = Every answer is forced: { $line } completes four.
why-puissance4-wins-in = Column { $column } wins, at the latest with the mover's disc number { $discs } from there on.
why-puissance4-loses-in = After column { $column } the opponent wins, at the latest with its disc number { $discs } from there on.
why-puissance4-draws = With column { $column } best play is a draw.
why-awale-captures = Pit { $pit } captures { $own }; the opponent can then capture { $then } at once.
why-awale-ends = After pit { $pit } the opponent cannot play: each side takes the seeds of its own pits.
why-awale-starves = Pit { $pit } may not be played: it would starve the opponent.
why-awale-margin = With pit { $pit } and best play the game ends { $seeds } seeds for the mover.
why-awale-estimated = What pit { $pit } is worth is estimated, not proved.
why-jeu421-pays = { $dice } gives { $tokens } { $tokens ->
    [1] token
   *[other] tokens
  } if it wins the round.
why-jeu421-improves = To { $move } gives something better in { $count } of { $of } throws ({ $percent } %).
why-jeu421-beats = To { $move } beats { $result } in { $count } of { $of } cases ({ $percent } %).
why-dominos-answers = To { $move } makes the ends { $left } and { $right }: { $to-left } unseen tiles answer the { $left }, { $to-right } the { $right }, { $either } either.
why-dominos-answers-both = To { $move } makes both ends { $end }: { $either } unseen tiles answer.
why-dominos-at-risk = To { $move } leaves { $points } points in hand.
why-dominos-goes-out = To { $move } empties the hand.
