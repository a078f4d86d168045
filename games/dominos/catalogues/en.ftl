dominos-about = Dominoes
dominos-hand = Player { $player }: { $tiles }
dominos-begins = Player { $player } begins
dominos-line = Table: { $tiles }
dominos-passes = Player { $player } passes
dominos-draws = Player { $player } draws and passes
dominos-receives = Player { $player } receives { $tile }
dominos-points = Points: { $first } for player 1, { $second } for player 2
dominos-ask = { $name }, which tile?{" "}
dominos-ask-end = Left or right (l/r)?{" "}
dominos-end = Answer l for the left or r for the right.
dominos-unreadable = You must give a tile, for example 61.
dominos-dealing = Impossible! A tile is being dealt.
dominos-not-held = Impossible! You do not hold { $tile }.
dominos-must-open = Impossible! The game opens with { $tile }.
dominos-does-not-fit = Impossible! { $tile } fits neither { $left } nor { $right }.
dominos-no-choice = Impossible! { $tile } does not fit both ends: write { $tile }.
dominos-can-play = Impossible! { $tile } can be played.
dominos-must-draw = Impossible! The boneyard is not empty: draw.
dominos-nothing-to-draw = Impossible! There is nothing to draw.
dominos-size = { $size } tiles each cannot be dealt: choose 1 to { $most }
dominos-uneven = both hands must have as many tiles: { $first } and { $second }
dominos-twice = the tile { $tile } is dealt twice
dominos-tile = `{ $text }` is not a tile: write 61, or 00 for the double blank
dominos-move = `{ $text }` is not a move: write a tile (61, 61d at the right), draw or pass
dominos-not-a-rule = `{ $text }` is not a rule: choose 1 or 2
dominos-rule = `{ $text }` is not a rule: 1 or 2, and in a position 1x10 or 2x7
dominos-deal = `{ $text }` is not a deal: write 66,21/61,10
dominos-drawn = `{ $text }` cannot be drawn here: after a draw write + and a tile of the boneyard
dominos-effect = `{ $text }` is not the effect of a move, a deal or a draw
dominos-no-view = `{ $text }` is not a view: write 1x10 first 66,54,… 10/8 : first 66 61
dominos-view-deal = this view cannot be: the deal is too small or too large
dominos-view-stuck = this view cannot be: a side passes or draws where it may not
dominos-view-twice = this view cannot be: { $tile } is in two places
dominos-view-does-not-fit = this view cannot be: { $tile } does not fit where it was laid
dominos-view-counts = this view cannot be: the numbers of tiles do not add up
dominos-view-opponent = this view cannot be: no hand lets the opponent do what it did
dominos-option-rule = 1: a player who cannot play passes; 2: such a player draws a tile and passes (1)
dominos-option-hand = tiles of each player (10 under rule 1, 7 under rule 2)
dominos-option-deal = both hands, and the boneyard in the order it will be drawn, for example 66,21/61,10/53,00
dominos-over = The game is over.
dominos-unknown-cheat = `{ $text }` is not a cheat: write triche
dominos-wins = { $name } wins!

# On the page.
dominos-board = Tiles laid: { $tiles }
dominos-board-empty = No tile laid yet
dominos-laid = Laid: { $tile }
dominos-held = Tile { $tile }
dominos-line-end = The { $place ->
    [left] left
    [right] right
    [top] upper
   *[bottom] lower
} end, takes { $takes }
dominos-near-hand = Near hand: { $count } { $form ->
    [one] tile
   *[many] tiles
}
dominos-far-hand = Far hand: { $count } { $form ->
    [one] tile
   *[many] tiles
}
dominos-boneyard = Boneyard: { $count } { $form ->
    [one] tile
   *[many] tiles
}
dominos-draw = draw
dominos-pass = pass
dominos-draw-button = Draw
dominos-pass-button = Pass
dominos-lay = lay { $tile }
dominos-lay-at = lay { $tile } at the { $place ->
    [left] left
    [right] right
    [top] upper
   *[bottom] lower
} end
dominos-did-lay = { $who ->
    [you] You lay
   *[other] { $name } lays
} { $tile }.
dominos-did-receive = { $who ->
    [you] You receive
   *[other] { $name } receives
} { $tile }.
dominos-did-draw = { $who ->
    [you] You draw a tile and pass.
   *[other] { $name } draws a tile and passes.
}
dominos-did-pass = { $who ->
    [you] You pass.
   *[other] { $name } passes.
}
dominos-why-out = { $who ->
    [you] You have
   *[other] { $name } has
} laid every tile. Points left: { $first } { $one }, { $second } { $two }.
dominos-why-blocked = Neither player can play. Points left: { $first } { $one }, { $second } { $two }.
dominos-rule-lay = Lay a tile at either end of the line, so that equal numbers touch.
dominos-rule-ends = The dashed places show both ends and what they take.
dominos-rule-one = Rule 1: ten tiles each. A player who cannot play passes. The highest double begins.
dominos-rule-two = Rule 2: seven tiles each. A player who cannot play draws a tile from the boneyard and passes. The highest tile begins.
dominos-rule-end = The first player to lay every tile wins. If neither player can play, the fewest points left in hand win.
dominos-field-rule = Rule
dominos-rule-1 = 1: a player who cannot play passes
dominos-rule-2 = 2: a player who cannot play draws a tile and passes
dominos-field-hand = Tiles of each (10 under rule 1, 7 under rule 2)
dominos-who-begins = The player who is dealt the highest double (rule 1) or the highest tile (rule 2) begins.
dominos-edit-exchange = exchange two tiles

# Advice and reasons.
dominos-advice-end = Look at the end that shows { $end }.
dominos-advice-nothing = There is nothing to choose.
dominos-advice-no-turn = no player is to move in this position
dominos-why-answers = To { $move } makes the ends { $left } and { $right }. Unseen tiles that fit: { $to_left } at the { $left }, { $to_right } at the { $right }, { $either } at either.
dominos-why-answers-both = To { $move } makes both ends { $end }. Unseen tiles that fit: { $either }.
dominos-why-at-risk = To { $move } leaves { $points } { $points ->
    [one] point
   *[other] points
  } in hand.
dominos-why-goes-out = To { $move } empties the hand.

# How strategies choose.
dominos-strategy-naif = plays a legal move at random
dominos-strategy-premier = lays the first possible tile, at the left if it fits: the subject's strategy
dominos-strategy-glouton = lays the tile with the most points
dominos-strategy-habile = lays points and doubles, and keeps tiles to play later
dominos-strategy-expert = works out what the opponent may hold, and searches possible hands
dominos-strategy-tricheur = looks at the opponent's hand, then plays its best against it
dominos-goal = Lay all your tiles, or keep the fewest points.
