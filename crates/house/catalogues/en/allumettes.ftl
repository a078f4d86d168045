allumettes-about = The 13 matches
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
allumettes-heaps-and-matches = --heaps and --matches exclude each other
allumettes-option-matches = how many matches there are at first (13)
allumettes-option-max = the most a player may take (3; the whole heap with several heaps)
allumettes-option-heaps = several heaps, such as 1,3,5,7 (Marienbad)
allumettes-option-last-wins = whoever takes the last match wins
