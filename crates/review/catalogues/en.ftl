# Reviews: errors.
review-other-game = this is a record of { $game }
review-too-long = a record of { $lines } lines is too long: at most { $most } are reviewed
review-stopped = the review was stopped

# What choices are called.
review-best = best
review-good = good
review-inaccuracy = inaccuracy
review-mistake = mistake
review-blunder = blunder
review-points = about { $points } points
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
review-sum = Where the result comes from, for { $name }, compared with one half:
review-term-seat = place at the table
review-term-deal = the deal, as if nothing were hidden
review-term-luck = luck
review-term-mistakes = mistakes of { $name }
review-term-cheats = cheats
review-term-forfeit = end by forfeit
review-term-hidden = what no other term explains (hidden or not proved)
review-term-total = together
review-error = These terms may be off by { $error }: some are measured or not proved.

# Advice.
advice-where = where: { $text }
advice-what = what: { $text }
advice-why = why: { $text }
advice-anywhere = Look at the whole position.
advice-nobody = no side is to move in this position
