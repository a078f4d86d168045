jeu421-about = 421
jeu421-ask-tokens = How many tokens?{" "}
jeu421-ask-three = Three integers?{" "}
jeu421-active = ==> Player { $player } active:
jeu421-current = Current combination = { $dice }
jeu421-ask-again = To play it again, type 1 (other==end)?{" "}
jeu421-ask-die = Value of die { $number } = { $face } (type 1 to throw it again)?{" "}
jeu421-unreadable = You must give a whole number.
jeu421-kept = Dice kept = { $dice }
jeu421-final = Final combination = { $dice }
jeu421-draw = equal combinations -- an empty round... once more
jeu421-by-tokens = different numbers of tokens -- player { $player } wins the round
jeu421-by-value = equal numbers of tokens -- player { $player } wins the round
jeu421-totals = tokens1 = { $first }, tokens2 = { $second }
jeu421-no-throw-left = Impossible! The dice have been thrown { $most } times.
jeu421-turned = {"["}Current combination = { $dice }. Hush!]
jeu421-nothing-to-gain = {"["}The dice show that already, no need to cheat.]
jeu421-in-the-air = The dice have not fallen yet.

jeu421-too-few = { $count } tokens are too few: at least 1 is needed
jeu421-too-many = { $count } tokens are too many: { $most } at most
jeu421-not-dice = `{ $text }` is not a row of faces from 1 to 6
jeu421-number = `{ $text }` is not a number of tokens: write a whole number, such as 10
jeu421-totals-impossible = `{ $text }` are not possible totals: one player at least has tokens, and both together 2 to { $most }
jeu421-dice = `{ $text }` is not three dice: write three digits from 1 to 6, - for a die in the air
jeu421-throws = `{ $text }` is not a number of throws: write 1, 2 or 3
jeu421-round = `{ $text }` does not end with the number of a round: write #2 or more
jeu421-shape = `{ $text }` is not a position: write 10/10, 10/10/first/113/1 or 10/10/second/164/1/421
jeu421-move = `{ $text }` is not a move: write 0 to keep, or 1 and for each die 1 to throw it again, else 0
jeu421-effect = `{ $text }` is not the effect of a move or a throw
jeu421-option-tokens = how many tokens each has at first (asked for if missing)
jeu421-option-dice = the faces of the first dice in the order they fall, such as 113224
jeu421-card-option-tokens = tokens of each, or of both players, such as 7/13 (10)
jeu421-card-option-against = the card of player 2 against this result of player 1, such as 421
jeu421-card-first = 421 at { $first } to { $second }, card of player 1: it wins { $win } % of the games
jeu421-card-second = 421 at { $first } to { $second }, card of player 2 against { $against }: it wins { $win } % of the games
jeu421-card-legend = For each combination: what to keep after the first throw, then after the second; - is a die to throw again.
jeu421-card-thrown = dice
jeu421-card-after-first = 1st
jeu421-card-after-second = 2nd
jeu421-over = The game is over.
jeu421-unknown-cheat = `{ $text }` is not a cheat: write triche
jeu421-wins = { $name } wins!

# On the page.
jeu421-board = Round { $round }, throw { $throw } of 3
jeu421-near-tokens = Near: { $count } { $form ->
    [one] token
   *[many] tokens
}
jeu421-far-tokens = Opposite: { $count } { $form ->
    [one] token
   *[many] tokens
}
jeu421-result = Kept: { $dice }, worth { $count } { $form ->
    [one] token
   *[many] tokens
}
jeu421-throw-number = Throw { $throw } of 3
jeu421-die = Die { $die }: { $face }
jeu421-die-air = Die { $die }: in the air
jeu421-to-beat = to beat
jeu421-last-round = last round
jeu421-keep = Keep
jeu421-throw = Throw all again
jeu421-keep-dice = keep { $dice }
jeu421-throw-dice = throw { $dice } again
jeu421-throw-some = throw again { $count } { $form ->
    [one] die
   *[many] dice
}
jeu421-did-fall = { $who ->
    [you] You throw
   *[other] { $name } throws
} { $dice }, throw { $throw } of 3.
jeu421-did-throw = { $who ->
    [you] You throw
   *[other] { $name } throws
} { $count } { $form ->
    [one] die
   *[many] dice
} again.
jeu421-did-keep = { $who ->
    [you] You keep
   *[other] { $name } keeps
} { $dice }.
jeu421-did-draw = { $who ->
    [you] You keep
   *[other] { $name } keeps
} { $dice }: equal, no token changes hands.
jeu421-did-settle = { $who ->
    [you] You keep
   *[other] { $name } keeps
} { $dice }: { $giver ->
    [you] you win the round and give
   *[other] { $from } wins the round and gives
} { $count } { $form ->
    [one] token
   *[many] tokens
}.
jeu421-why = { $who ->
    [you] You have
   *[other] { $name } has
} no tokens left.
jeu421-rule-turn = Each has tokens to get rid of. In a round, each in turn throws three dice, up to three times, choosing each time the dice to throw again; then keeps the combination.
jeu421-rule-combinations = 421 is worth 8 tokens, three of a kind 5, a sequence such as 3 4 5 is worth 2, anything else 1.
jeu421-rule-tokens = The better combination wins the round and gives the other as many tokens as it is worth; of two worth the same, the larger number wins.
jeu421-rule-end = The first player without tokens wins.
jeu421-field-tokens = Tokens of each at the start
jeu421-begins = Player 1 throws first in every round.
jeu421-edit-turn = turn a die
jeu421-edit-more = one token more
jeu421-edit-fewer = one token fewer
jeu421-edit-throws = next throw
jeu421-edit-first = the first player throws
jeu421-edit-beat = these dice are to be beaten

# Advice and reasons.
jeu421-advice-dice = { $kept ->
    [0] None of the dice is worth keeping.
    [1] One of the dice is worth keeping.
    [3] All three dice are worth keeping.
   *[other] { $kept } of the dice are worth keeping.
  }
jeu421-why-pays = { $dice } gives { $tokens } { $tokens ->
    [one] token
   *[other] tokens
  } if it wins the round.
jeu421-why-improves = To { $move } gives something better in { $count } of { $of } throws ({ $percent } %).
jeu421-why-aims = To { $move } makes { $tokens } { $form ->
    [one] token
   *[many] tokens
} in { $count } of { $of } cases ({ $percent } %).
jeu421-why-beats = To { $move } beats { $result } in { $count } of { $of } cases ({ $percent } %).

# How strategies choose.
jeu421-strategy-naif = keeps or throws again each die at random
jeu421-strategy-glouton = tries to give away the most tokens in the round
jeu421-strategy-expert = has the highest probability of winning the game
jeu421-strategy-tricheur = turns its dice to 421 and keeps them
jeu421-goal = Throw three dice, and get rid of your tokens first.
