# Le programme brelan.
cli-about = Cinq tables classiques sous un même arbitre, et des adversaires qui jouent parfaitement
cli-play-about = Jouer : { $about }
cli-analyse-about = Dire ce que vaut chaque coup d'une position
cli-card-about = Écrire la carte de stratégie d'un jeu
cli-subject-about = Appeler une fonction d'un sujet par son propre nom
cli-database-about = Construire ou vérifier les tables d'un jeu
cli-database-build-about = Construire, ou reprendre là où la construction s'est arrêtée
cli-database-check-about = Vérifier les fichiers construits
cli-replay-about = Rejouer une partie enregistrée
cli-serve-about = Servir la page : jouer dans un navigateur (ce que fait brelan tout court)
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
cli-games = nombre de parties ; qui commence l'une est second à la suivante
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
cli-listen = où écouter ; une autre adresse que 127.0.0.1 laisse entrer les autres
cli-host = un nom sous lequel les navigateurs peuvent demander, outre localhost ; répétable
cli-data = le dossier qui garde les parties
cli-open = ouvrir un navigateur à la page
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
cli-missing-command = il manque un mot : { $text }
cli-not-text = un argument n'est pas du texte
cli-missing-argument = il manque { $text }
cli-help-hint = brelan --help montre ce qui existe
cli-twice = { $text } ne se donne qu'une fois
cli-exists = { $file } existe déjà
cli-exists-hint = choisir un autre nom : rien n'est écrasé
cli-cannot-write = { $file } ne peut pas être écrit : { $reason }
cli-cannot-read = { $file } ne peut pas être lu : { $reason }
cli-bad-line = ligne { $line } : { $text }
cli-bad-position = position « { $position } » : { $text }

# La page.
cli-serving = Les tables sont mises : { $address } (Ctrl-C pour fermer)
cli-serving-everybody = Quiconque atteint cette adresse peut ouvrir des tables et jouer, sous les noms donnés par --host ; rien n'est chiffré.
cli-data-folder = Les parties sont gardées dans { $folder }
cli-served = Fermé ; toutes les parties sont enregistrées.
cli-busy-port = { $address } est pris par un autre programme
cli-cannot-listen = { $address } ne peut pas être écouté : { $reason }
cli-listen-hint = brelan serve --listen 127.0.0.1:0 prend un port libre
cli-no-data-folder = il n'y a pas de dossier où garder les parties
cli-no-data-folder-hint = brelan serve --data DOSSIER les garde ailleurs

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
