# Le programme brelan.
cli-about = Cinq tables classiques sous un même arbitre, et des adversaires qui jouent parfaitement
cli-play-about = Jouer : { $about }
cli-analyse-about = Dire ce que vaut chaque coup d'une position
cli-subject-about = Appeler une fonction d'un sujet par son propre nom
cli-replay-about = Rejouer une partie enregistrée
cli-games-about = Lister les jeux de la maison
cli-strategies-about = Lister les stratégies de chaque jeu
cli-completions-about = Écrire les complétions d'un interpréteur de commandes
cli-man-about = Écrire la page de manuel
cli-players = les deux joueurs, chacun sous la forme nom@stratégie
cli-trusting = arbitre confiant : tricher marche (-confiant, en première place)
cli-seed = répéter exactement la même partie
cli-effort = travail d'un moteur par coup, en nœuds ou en tirages
cli-time = temps de réflexion par coup, en millisecondes
cli-threads = fils d'exécution par réponse
cli-record = écrire la partie dans un nouveau fichier
cli-lang = langue des textes : fr ou en
cli-json = un objet JSON par position
cli-value-only = la valeur sans celle de chaque coup
cli-game = le jeu
cli-position = les positions ; - pour les lire sur l'entrée, une par ligne
cli-subject = le sujet
cli-function = la fonction ; sans elle, la liste
cli-arguments = ses arguments, en JSON
cli-file = le fichier de la partie
cli-shell = l'interpréteur de commandes
cli-examples = Exemples :

# Erreurs.
cli-error = erreur : { $text }
cli-hint = conseil : { $text }
cli-table-error = Erreur : { $text }
cli-usage = Usage :
cli-usage-players = joueur1 joueur2
cli-usage-player = joueur est de la forme nom@stratégie
cli-usage-strategies = stratégie = { $strategies }
cli-usage-example = Exemple :
cli-two-players = il faut deux joueurs, et non { $given }
cli-confiant-first = -confiant ne se met qu'une fois, en première place
cli-unknown-option = option inconnue : { $text }
cli-bad-value = { $option } ne peut pas valoir « { $text } »
cli-missing-value = { $option } attend une valeur
cli-bad-option = { $option } : { $text }
cli-unknown-command = « { $text } » n'est ni un jeu ni une commande
cli-missing-argument = il manque { $text }
cli-help-hint = brelan --help montre ce qui existe
cli-twice = { $text } ne se donne qu'une fois
cli-exists = { $file } existe déjà
cli-exists-hint = choisir un autre nom : rien n'est écrasé
cli-cannot-write = { $file } ne peut pas être écrit : { $reason }
cli-cannot-read = { $file } ne peut pas être lu : { $reason }
cli-bad-line = ligne { $line } : { $text }
cli-bad-position = position « { $position } » : { $text }
cli-offer = À quelle table voulez-vous jouer ?
cli-offer-ask = Table ?{" "}
cli-you = Vous

# Analyses.
value-won = gagné
value-lost = perdu
value-drawn = nul
value-score = { $result }, score { $score }
value-shares = gain { $win } %, nul { $draw } %, perte { $loss } %
value-sampled = gain { $win } %, nul { $draw } %, perte { $loss } % (± { $error })
value-bounded = score entre { $low } et { $high }
value-estimate = score estimé { $score }
analysis-heading = { $position } (au joueur { $player }) : { $value }
