# Les tournois.
tournament-players = { $format } demande { $least } à { $most } joueurs, pas { $given }
tournament-same-name = deux joueurs s'appellent « { $name } » : donnez à chacun un nom différent
tournament-person = « { $player } » est une personne : seuls les stratégies et les programmes participent
tournament-odd = une rencontre ne peut pas compter { $given } parties : choisissez un nombre pair, au moins 2
tournament-rounds-impossible = { $given } rondes ne sont pas possibles : choisissez de 1 à { $most }
tournament-too-many = { $given } parties, c'est trop : { $most } au plus
tournament-sprt-format = --sprt est pour une série entre deux joueurs
tournament-plies = « { $text } » n'est pas une ouverture : écrivez random:COUPS, de 1 à { $most }
tournament-no-openings = le fichier d'ouvertures ne contient aucune position : écrivez-en une par ligne
tournament-opening = ligne { $line } des ouvertures : { $reason }
tournament-busy = ce tournoi est joué en ce moment par un autre processus
tournament-another = un autre tournoi est enregistré sous ce nom : --fresh l'efface et recommence
tournament-foreign = la partie { $number } de la base n'appartient pas à ce tournoi : --fresh remplace les parties enregistrées
tournament-los = { $one } est meilleur que { $other } : probable à { $percent } %
tournament-missing = Certains joueurs n'ont pas encore d'Elo : il faut au moins { $games } { $games ->
    [one] partie
   *[other] parties
} de plus, avec un autre résultat
tournament-worth = Sans la part de chance, l'Elo est aussi sûr qu'après { $times } fois plus de parties
tournament-forfeit = { $name } a perdu par forfait ({ $reason }) : { $count }
tournament-repeated = { $count ->
    [one] La partie { $number } répète la partie { $original } et ne compte pas
   *[other] { $count } parties en répètent une autre et ne comptent pas ; la première est la partie { $number } (comme la partie { $original })
}
tournament-sprt-h0 = SPRT : pas meilleur (H0 acceptée) ; LLR { $llr } ({ $low } à { $high }), paires { $pairs }
tournament-sprt-h1 = SPRT : meilleur (H1 acceptée) ; LLR { $llr } ({ $low } à { $high }), paires { $pairs }
tournament-sprt-open = SPRT : indécis ; LLR { $llr } ({ $low } à { $high }), paires { $pairs }
tournament-secret = Le hasard des parties découle du secret { $secret }
tournament-bad-secret = un secret s’écrit avec 64 chiffres hexadécimaux, comme un tournoi le publie après sa dernière partie
tournament-column-name = Joueur
tournament-column-games = Parties
tournament-column-wins = Gagnées
tournament-column-draws = Nulles
tournament-column-losses = Perdues
tournament-column-points = Points
tournament-column-elo = Elo
tournament-column-adjusted = Elo sans chance
tournament-column-forfeits = Forfaits
