# Revues : erreurs.
review-other-game = c'est une partie de { $game }
review-too-long = une partie de { $lines } lignes est trop longue : on en revoit { $most } au plus
review-stopped = la revue a été arrêtée

# Le nom des choix.
review-best = meilleur
review-good = bon
review-inaccuracy = imprécision
review-mistake = erreur
review-blunder = gaffe
review-points = environ { $points } points
review-unproved = pas prouvé

# Ce qu'on lit d'une revue.
review-heading = { $game } : { $first } contre { $second }, { $result }
review-won-by = { $name } gagne
review-drawn = nulle
review-broken-off = interrompue
review-no-mistakes = Aucune erreur.
review-column-ply = coup
review-column-player = joueur
review-column-move = joué
review-column-best = meilleur
review-column-loss = perdu
review-column-name = nom
review-column-value = part
review-column-luck = chance
review-unproved-choices = Pas prouvés : { $count } des { $of } choix.
review-graph = La part de { $name }, position par position :
review-sum = D'où vient le résultat, pour { $name }, par rapport à la moitié :
review-term-seat = place à la table
review-term-deal = la donne, sans rien de caché
review-term-luck = chance
review-term-mistakes = erreurs de { $name }
review-term-cheats = triche
review-term-forfeit = fin par forfait
review-term-hidden = ce qu'aucun autre terme n'explique (caché ou pas prouvé)
review-term-total = ensemble
review-error = Ces termes peuvent s'écarter de { $error } : certains sont mesurés ou pas prouvés.

# Conseils.
advice-where = où : { $text }
advice-what = quoi : { $text }
advice-why = pourquoi : { $text }
advice-anywhere = Regardez toute la position.
advice-nobody = aucun joueur n'a le trait dans cette position
