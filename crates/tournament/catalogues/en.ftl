# Tournaments.
tournament-players = { $format } takes { $least } to { $most } players, not { $given }
tournament-same-name = two players are called `{ $name }`: give each a name of its own
tournament-person = `{ $player }` is a person: only strategies and programs take part
tournament-odd = a meeting cannot have { $given } games: choose an even number, at least 2
tournament-rounds-impossible = { $given } rounds are not possible: choose 1 to { $most }
tournament-too-many = { $given } games are too many: { $most } at most
tournament-sprt-format = --sprt is for a series of two players
tournament-plies = `{ $text }` is no opening: write random:PLIES with 1 to { $most }
tournament-no-openings = the file of openings holds no position: write one on each line
tournament-opening = line { $line } of the openings: { $reason }
tournament-busy = this tournament is being played by another process
tournament-another = another tournament is stored under this name: --fresh deletes it and begins anew
tournament-foreign = game { $number } in the store does not belong to this tournament: --fresh replaces the stored games
tournament-los = { $one } is better than { $other }: { $percent } % likely
tournament-missing = Some players have no Elo rating yet: at least { $games } more { $games ->
    [one] game
   *[other] games
} with other results { $games ->
    [one] is
   *[other] are
} needed
tournament-worth = Without luck, the ratings are as certain as after { $times } times as many games
tournament-forfeit = { $name } forfeited by { $reason }: { $count }
tournament-repeated = { $count ->
    [one] Game { $number } repeats game { $original } and does not count
   *[other] { $count } games repeat another and do not count, the first of them game { $number } (as game { $original })
}
tournament-sprt-h0 = SPRT: not better (H0 accepted); LLR { $llr } ({ $low } to { $high }), pairs { $pairs }
tournament-sprt-h1 = SPRT: better (H1 accepted); LLR { $llr } ({ $low } to { $high }), pairs { $pairs }
tournament-sprt-open = SPRT: not decided; LLR { $llr } ({ $low } to { $high }), pairs { $pairs }
tournament-secret = The luck of the games follows from the secret { $secret }
tournament-bad-secret = a secret is 64 hexadecimal digits, as a tournament publishes it after its last game
tournament-column-name = Player
tournament-column-games = Games
tournament-column-wins = Won
tournament-column-draws = Drawn
tournament-column-losses = Lost
tournament-column-points = Points
tournament-column-elo = Elo
tournament-column-adjusted = Elo without luck
tournament-column-forfeits = Forfeits
