awale-about = Awalé
awale-ask = { $name }, which pit?{" "}
awale-plays = { $name } plays pit { $pit }.
awale-captures = { $name } captures { $count } seeds.
awale-unreadable = Give the number of a pit, 0 to 5.
awale-unacceptable = The pit you chose is not acceptable
awale-not-yours = Pit { $pit } is not yours: choose 0 to 5.
awale-empty = Pit { $pit } is empty.
awale-starves = Pit { $pit } would starve the opponent, who would have no seed left.
awale-robbed = {"["}{ $count ->
    [1] One seed less
   *[other] { $count } seeds less
} on the other side. Hush!]
awale-nothing-to-gain = {"["}Nothing to gain by cheating here.]
awale-score = { $first }: { $one }, { $second }: { $two }
awale-draw = draw
awale-too-many-seeds = { $count } seeds are too many: the game has { $most }
awale-number = `{ $text }` is not a number of seeds or turns
awale-pit = `{ $text }` is not a pit: choose 0 to 5
awale-pits = { $count } pits instead of 12
awale-scores = `{ $text }` are not scores: write the seeds captured by the side to move and by the other, such as 23-22
awale-turns = { $turns } turns are too many: a game has { $most }
awale-surplus = `{ $text }` is too much at the end: write a position such as 4,4,4,4,4,4,4,4,4,4,4,4/0-0/0
awale-option-dir = the folder of the files of values
awale-option-seeds = number of seeds, 3 to 24 (20)
awale-database-nowhere = there is no data folder: give --dir
awale-database-built = exact values up to { $seeds } seeds in { $folder }
awale-database-checked = all is right: up to { $seeds } seeds, { $blocks } blocks, { $boards } boards recomputed
awale-database-io = { $path }: { $reason }
awale-database-absent = there are no values of awalé in { $path }: build them first
awale-database-foreign = { $path } is not a file of values of awalé
awale-database-version = { $path } has format { $found }, this program reads format { $known }
awale-database-length = { $path } has { $found } bytes instead of { $expected }
awale-database-damaged = { $path } is damaged ({ $part }): delete it and build it again
awale-database-header = header
awale-database-code = code
awale-database-index = index
awale-database-block = block { $number }
awale-database-wrong = { $board } with { $turns } turns left is worth { $expected }, not { $found } as in { $path }
awale-database-seeds = { $seeds } seeds cannot be computed: choose 3 to { $most }
awale-database-busy = another program is building in { $path } already
awale-over = The game is over.
awale-unknown-cheat = `{ $text }` is not a cheat: write triche

# On the page.
awale-board = Board, turn { $turn } of { $most }
awale-own-pit = Your pit { $pit }: { $count } { $form ->
    [one] seed
   *[many] seeds
}
awale-other-pit = Opposite pit { $pit }: { $count } { $form ->
    [one] seed
   *[many] seeds
}
awale-own-store = Near store: { $count } { $form ->
    [one] seed
   *[many] seeds
}
awale-other-store = Far store: { $count } { $form ->
    [one] seed
   *[many] seeds
}
awale-sow = sow pit { $pit }
awale-sow-capture = sow pit { $pit }, +{ $seeds }
awale-did = { $who ->
    [you] You sow
   *[other] { $name } sows
} pit { $pit }.
awale-did-capture = { $who ->
    [you] You sow pit { $pit } and capture
   *[other] { $name } sows pit { $pit } and captures
} { $count } seeds.
awale-why = { $reason ->
    [turns] 100 turns have been played
    [majority] One side has more than half of the seeds
    [few] Too few seeds are left
   *[stuck] No pit can be played any more
}, and each side gathers the seeds of its own pits: { $first } { $one }, { $second } { $two }.
awale-rule-sow = Choose one of your pits, below. Its seeds are sown one by one into the pits that follow, to the right below and back to the left above; the pit you chose is passed over.
awale-rule-capture = If the last seed falls on the other side and makes two or three seeds there, you capture them, and those of the pits just before as long as they hold two or three.
awale-rule-famine = You may not leave the other side without a seed: a pit that would do so cannot be played.
awale-rule-end = The game stops when a side has 25 seeds, when two or fewer are left, when no pit can be played, or after 100 turns. Each side then gathers the seeds of its own pits; the side with more seeds wins.
awale-by-seeds = by { $count } { $form ->
    [one] seed
   *[many] seeds
}
awale-edit-more = one seed more
awale-edit-fewer = one seed fewer
awale-edit-other = the other side to move
awale-edit-empty = empty board

# Advice and reasons.
awale-advice-left = Look at your pits on the left, 0 to 2.
awale-advice-right = Look at your pits on the right, 3 to 5.
awale-why-captures = Pit { $pit } captures { $own } seeds; the opponent can then capture { $then } at once.
awale-why-ends = After pit { $pit } the opponent cannot play: each side takes the seeds of its own pits.
awale-why-starves = Pit { $pit } may not be played: it would starve the opponent.
awale-why-margin = With pit { $pit } and best play, the final difference is { $seeds } seeds for the mover.
awale-why-estimated = The value of pit { $pit } is estimated, not proved.

# How strategies choose.
awale-strategy-naif = plays an acceptable pit at random
awale-strategy-glouton = captures as many seeds as possible this turn
awale-strategy-expert = looks several turns ahead, exactly when few seeds are left
awale-strategy-tricheur = takes seeds of the opponent, then plays like glouton
awale-goal = Sow your seeds, gather the other's, starve nobody.
