menteur-about = Liar's dice, one die each
menteur-ask = { $name }, your die shows { $die }. A bid such as 1x4, or menteur to call a liar?{" "}
menteur-bids = { $name } bids { $bid }.
menteur-calls = { $name } calls a liar.
menteur-dice = The dice show { $first } and { $second }.
menteur-not-thrown = The dice are not thrown yet.
menteur-too-low = The bid must be higher than the last one.
menteur-no-bid = There is no bid to call.
menteur-over = The game is over.
menteur-move = `{ $text }` is not a move: write a bid from 1x1 to 2x6, or menteur
menteur-position = `{ $text }` is not a position: write the dice, the side to move and the last bid, for example 3/5 second 1x4
menteur-hidden = `{ $text }` hides a die: write both dice, for example 3/5 second 1x4
menteur-board = Table with two dice
menteur-die-unthrown = Die of player { $player }: not thrown yet
menteur-die-hidden = Die of player { $player }: hidden
menteur-die-shows = Die of player { $player }: { $face }
menteur-last-bid = Last bid: { $bid }
menteur-bid = { $bid }
menteur-call = liar!
menteur-did-throw = { $who ->
    [you] Your die shows
   *[other] { $name } throws
} { $face }.
menteur-did-bid = { $who ->
    [you] You bid
   *[other] { $name } bids
} { $bid }.
menteur-did-call = { $who ->
    [you] You call a liar
   *[other] { $name } calls a liar
}.
menteur-rule-bid = Each player throws a die that the other does not see. In turn, bid how many of the two dice show a face: 1x4 says that at least one of them is a 4. Each bid is higher than the last, first by the number of dice, then by the face.
menteur-rule-call = Instead of bidding, you may call the other player a liar. The dice are shown: the bidder wins if the bid holds, else the caller wins.
