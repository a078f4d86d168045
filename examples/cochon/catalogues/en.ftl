cochon-about = Pig, to 20 points
cochon-ask = { $name }, { $points } points in this turn, { $total } kept: throw or keep?{" "}
cochon-throws = { $name } throws a { $face }.
cochon-keeps = { $name } keeps { $points } points and has { $total }.
cochon-in-the-air = The die has not fallen yet.
cochon-over = The game is over.
cochon-move = `{ $text }` is not a move: write throw or keep
cochon-effect = `{ $text }` is not an effect: write lancer, +10 or a face from 1 to 6
cochon-position = `{ $text }` is not a position: write the turn, the totals and the dice, for example 3 12/7 352 or 4 12/7 -
cochon-board = Points in this turn: { $points }
cochon-total = Player { $player }: { $total } of 20 points
cochon-throw = throw
cochon-keep = keep { $points }
cochon-did-fall = { $who ->
    [you] You throw
   *[other] { $name } throws
} a { $face }{ $face ->
    [1] : the points of the turn are lost
   *[other] {""}
}.
cochon-did-keep = { $who ->
    [you] You keep
   *[other] { $name } keeps
} { $points } points.
cochon-rule-turn = Throw the die as often as you like: each face adds to the points of the turn, but a 1 loses them all. Keep them to end the turn.
cochon-rule-end = The first player to reach 20 points wins.
