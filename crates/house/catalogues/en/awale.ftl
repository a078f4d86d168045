awale-about = Awalé (oware), 48 seeds in 12 pits
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
awale-number = "{ $text }" is not a number of seeds or turns
awale-pit = "{ $text }" is not a pit: choose 0 to 5
awale-pits = { $count } pits instead of 12
awale-scores = "{ $text }" are not scores: write OWN-OTHER
awale-turns = { $turns } turns are too many: a game has { $most }
awale-surplus = "{ $text }" is too much: write p0,…,p11/OWN-OTHER/TURNS
awale-option-dir = the folder of the files of values
awale-option-seeds = number of seeds, 3 to 24 (20)
awale-database-nowhere = there is no data folder: give --dir
awale-database-built = exact values up to { $seeds } seeds in { $folder }
awale-database-checked = all is right: up to { $seeds } seeds, { $blocks } blocks, { $boards } boards recomputed
awale-database-absent = there are no values of awalé in { $path }
awale-database-foreign = { $path } is not a file of values of awalé
awale-database-version = { $path } has format { $found }, this program reads format { $known }
awale-database-length = { $path } has { $found } bytes instead of { $expected }
awale-database-damaged = { $path } is damaged: { $part }
awale-database-wrong = { $path } is wrong about { $board } with { $turns } turns left: { $found } instead of { $expected }
awale-database-seeds = { $seeds } seeds cannot be computed: choose 3 to { $most }
awale-database-busy = another program is building in { $path } already
