allumettes-about = 13 matches
allumettes-left = Matches left: { $left }
allumettes-ask = { $name }, how many matches?{" "}
allumettes-ask-heap = { $name }, which heap and how many matches (heap:number)?{" "}
allumettes-takes = { $name } takes { $count } { $form ->
    [one] match
   *[many] matches
}.
allumettes-unreadable = You must give a whole number.
allumettes-unreadable-heap = You must give a heap and a whole number, such as 3:2.
allumettes-too-few = Impossible! Invalid number: { $count } (< 1)
allumettes-too-many = Impossible! Invalid number: { $count } (> { $most })
allumettes-no-such-heap = Impossible! Invalid heap: { $heap } (> { $heaps })
allumettes-one-less = {"["}One match less, only { $left } left. Hush!]
allumettes-nothing-to-gain = {"["}Only one match left, no way to cheat.]
allumettes-empty = there is no match to take: at least 1 is needed
allumettes-too-many-matches = { $count } matches are too many: { $most } at most
allumettes-too-many-heaps = { $count } heaps are too many: { $most } at most
allumettes-number = `{ $text }` is not a number of matches
allumettes-suffix = `{ $text }` is not an option of a position: write max=N, max=any, last-wins or second
allumettes-heaps-and-matches = give --heaps or --matches, not both
allumettes-option-matches = how many matches there are at first (13)
allumettes-option-max = the most a player may take (3; the whole heap with several heaps)
allumettes-option-heaps = several heaps, such as 1,3,5,7 (Marienbad)
allumettes-option-last-wins = the player who takes the last match wins
allumettes-over = The game is over.
allumettes-unknown-cheat = `{ $text }` is not a cheat: write triche
allumettes-said-cheating = {"["}I am cheating...]

# On the page.
allumettes-title = { $count } { $form ->
    [one] match
   *[many] matches
}
allumettes-title-heaps = Heaps of { $heaps } matches
allumettes-board = { $count } { $form ->
    [one] match
   *[many] matches
} left
allumettes-count = { $count } { $form ->
    [one] match
   *[many] matches
}
allumettes-heap = Heap { $heap }: { $count } { $form ->
    [one] match
   *[many] matches
}
allumettes-take = take { $count }
allumettes-take-heap = take { $count } from heap { $heap }
allumettes-did = { $who ->
    [you] You take
   *[other] { $name } takes
} { $count } { $form ->
    [one] match
   *[many] matches
}: { $left } left.
allumettes-took-last = { $who ->
    [you] You took
   *[other] { $name } took
} the last match.
allumettes-rule-take = In turn, each takes one, two or three matches.
allumettes-rule-touch = Touch the match up to which you take, counting from the right.
allumettes-rule-last = The player who has to take the last match loses, unless you agreed before that the last match wins.
allumettes-rule-heaps = With several heaps, each player takes any number of matches, from one heap only.
allumettes-field-matches = Matches at the start
allumettes-field-max = Most matches in one turn
allumettes-field-heaps = Several heaps instead of one: their sizes
allumettes-field-last-wins = The player who takes the last match wins
allumettes-edit-more = one match more
allumettes-edit-ten = ten more
allumettes-edit-fewer = take away
allumettes-edit-heap = another heap
allumettes-edit-other = the other side to move

# Advice and reasons.
allumettes-advice-rest = Look at what you would leave, modulo { $modulus }.
allumettes-advice-heap = Look at heap { $heap }.
allumettes-why-remainder = To { $move } leaves { $left }, which is { $rest } modulo { $modulus }: { $wins ->
    [yes] the next player loses, because { $lost } is the losing remainder.
   *[no] the next player wins by leaving a remainder of { $lost }.
  }
allumettes-why-nim-sum = To { $move } leaves a nim-sum of { $sum }: { $wins ->
    [yes] the next player loses.
   *[no] the next player can win.
  }
allumettes-why-ones = To { $move } leaves heaps that count as 0 or 1, { $ones } of them as 1: { $wins ->
    [yes] with an odd number of ones the next player loses.
   *[no] with an even number of ones the next player wins.
  }
allumettes-why-hopeless = Every move leaves the opponent a won position.

# The subject's functions.
subject-raised-too-few = Invalid number: { $count } (< 1)
subject-raised-too-many = Invalid number: { $count } (> { $most })

# How strategies choose.
allumettes-strategy-naif = takes 1 to 3 matches at random, even when fewer are left
allumettes-strategy-rapide = takes as many matches as possible
allumettes-strategy-lente = takes a single match
allumettes-strategy-expert = wins whenever that is possible
allumettes-strategy-tricheur = removes matches in secret, then takes one
allumettes-goal = Take one, two or three: whoever takes the last one loses.
allumettes-begins = Player 1 begins, and with 13 matches loses against perfect play: swap seats under “More options” to go second.
