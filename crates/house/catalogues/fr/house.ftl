# Ce que disent toutes les tables.
said-cheating = {"["}Je triche...]
caught = Abandon de la partie car { $name } triche !
wins = { $name } gagne !
loses = { $name } perd !
draw = Match nul !
out-of-time = { $name } a dépassé son temps.
resigns = { $name } abandonne.
refused-too-often = { $name } a joué trop de coups invalides.
game-over = La partie est terminée.

# Ce qui empêche de commencer.
unknown-side = « { $text } » n'est pas un côté : écrire first ou second
unknown-game = « { $text } » n'est pas un jeu de la maison
unknown-language = « { $text } » n'est pas une langue de la maison : écrire fr ou en
unknown-cheat = « { $text } » n'est pas une triche : écrire triche
not-a-number = « { $text } » n'est pas un nombre entier possible
player-form = « { $text } » n'est pas un joueur : écrire nom@stratégie
player-no-name = « { $text } » n'a pas de nom : écrire nom@stratégie
player-unknown-strategy = « { $strategy } » n'est pas une stratégie de { $game } : choisir { $known }
end-of-input = l'entrée s'est terminée alors qu'une réponse était attendue
io-error = { $reason }
not-now = la table n'attend pas cela maintenant
analysis-stopped = l'analyse a été interrompue

# Les parties enregistrées.
record-not-a-record = ligne { $line } : ce n'est pas une partie enregistrée
record-expected = ligne { $line } : « { $word } … » est attendu ici
record-unknown = ligne { $line } : « { $text } » n'est pas une ligne de partie enregistrée
record-notation = ligne { $line } : { $text }
record-place = ligne { $line } : « { $text } » ne peut pas arriver ici
