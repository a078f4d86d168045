# Ce que disent toutes les tables.
said-cheating = {"["}Je triche...]
caught = Abandon de la partie car { $name } triche !
wins = { $name } gagne !
loses = { $name } perd !
draw = Match nul !
out-of-time = { $name } a dépassé son temps.
resigns = { $name } abandonne.
refused-too-often = { $name } a joué trop de coups invalides.
unreadable-too-often = { $name } a donné trop de réponses illisibles.
crashed = { $name } s'est arrêté en pleine partie.
did-not-start = { $name } n'a pas démarré.
flooded = { $name } a écrit trop de texte.
limit-memory = { $name } a dépassé sa limite de mémoire.
limit-processes = { $name } a dépassé sa limite de processus.
limit-files = { $name } a dépassé sa limite de fichiers ouverts.
limit-disk = { $name } a dépassé sa limite d'écriture.
limit-processor = { $name } a dépassé sa limite de temps de calcul.
found-no-move = { $name } n'a trouvé aucun coup : c'est une faute de sa stratégie.

# Ce qui empêche de commencer.
unknown-game = « { $text } » n'est pas un jeu : « brelan games » en donne la liste
not-a-number = « { $text } » n'est pas un nombre entier possible
player-unknown-strategy = « { $strategy } » n'est pas une stratégie du jeu { $game } : choisir { $known }
end-of-input = l'entrée s'est terminée alors qu'une réponse était attendue
not-now = la partie n'attend pas cette entrée maintenant

# Les parties enregistrées.
option-position = partir d'une autre position, écrite comme pour « brelan analyse »

# Phrases de la page, pour le joueur (vous) et pour les autres.
begins-first = Le joueur 1 commence.
said-wins = { $who ->
    [you] Vous gagnez !
   *[other] { $name } gagne !
}
said-resigns = { $who ->
    [you] Vous abandonnez.
   *[other] { $name } abandonne.
}
said-out-of-time = { $who ->
    [you] Vous avez dépassé votre temps.
   *[other] { $name } a dépassé son temps.
}
said-cheats = { $who ->
    [you] Vous : [Je triche...]
   *[other] { $name } : [Je triche...]
}

# Ce que valent les coups, sur la page.
worth-wins = gagne
worth-wins-so = gagne { $how }
worth-draws = nul
worth-loses = perd
worth-loses-so = perd { $how }
worth-no-loss = nul au moins
worth-no-win = nul au plus
worth-open = pas prouvé
worth-chance = { $percent } de chances de gagner
worth-ahead = environ { $score } d'avance
worth-behind = environ { $score } de retard
worth-exact = exact
worth-bounded = bornes
worth-estimated = estimation

# Des coups et des variantes écrits.
tree-shape = les parenthèses ne se correspondent pas : écrivez 4 4 (3 5) 2, où (…) est joué au lieu du coup qui précède
tree-too-long = il y a trop de coups : { $most } au plus
tree-move = coup { $number }, { $text } : { $reason }
tree-nobody = aucun joueur n'a le trait à cet endroit
tree-chance = aucun tirage n'est attendu à cet endroit, ou ce résultat est impossible
tree-seen = cette position est ce que voit un seul camp : donner la position entière pour jouer à partir de là

# Les valeurs.
value-won = gagné
value-lost = perdu
value-drawn = nul
value-score = { $result }, score { $score }
value-shares = gain { $win } %, nul { $draw } %, perte { $loss } %
value-sampled = gain { $win } %, nul { $draw } %, perte { $loss } % (± { $error })
value-bounded = score entre { $low } et { $high }
value-estimate = score estimé { $score }

# Les stratégies.
strategy-person = une personne, au clavier ou dans un navigateur
strategy-level = un niveau de 1 (débutant) à 8, écrit niveau=3
