# Le programme brelan.
cli-about = Des tables classiques sous un même arbitre, et des adversaires qui disent ce que vaut chaque coup
cli-play-about = Jouer : { $about }
cli-analyse-about = Dire ce que vaut chaque coup d'une position
cli-card-about = Écrire la carte de stratégie d'un jeu
cli-subject-about = Appeler une fonction d'un sujet par son propre nom
cli-database-about = Construire ou vérifier les fichiers de valeurs exactes d'un jeu
cli-database-build-about = Construire les fichiers, ou reprendre une construction interrompue
cli-database-check-about = Vérifier les fichiers construits
cli-replay-about = Rejouer une partie enregistrée
cli-serve-about = Servir la page : jouer dans un navigateur (ce que fait brelan tout court)
cli-games-about = Lister les jeux
cli-strategies-about = Lister les stratégies de chaque jeu
cli-completions-about = Écrire les complétions d'un interpréteur de commandes
cli-man-about = Écrire la page de manuel
cli-players = les deux joueurs, chacun sous la forme nom@stratégie
cli-trusting = arbitre confiant : tricher marche (aussi -confiant, avant les joueurs) ; sinon, une tentative de triche met fin à la partie (code 0)
cli-seed = répéter exactement la même partie
cli-effort = travail d'un moteur par coup, en nœuds ou en tirages
cli-time = temps de réflexion par coup, en millisecondes
cli-threads = fils d'exécution par réponse
cli-games = nombre de parties ; le joueur qui commence l'une joue en second dans la suivante
cli-record = écrire la partie dans un nouveau fichier
cli-lang = langue des textes : fr ou en
cli-analyse-record = chaque coup d'une partie enregistrée ; le coup joué est marqué
cli-json = un objet JSON par position
cli-value-only = la valeur de la position, sans celles de ses coups
cli-position = les positions ; - pour les lire sur l'entrée, une par ligne
cli-subject = le sujet
cli-function = la fonction ; sans elle, la liste
cli-arguments = ses arguments, en JSON
cli-file = le fichier de la partie
cli-listen = où écouter (127.0.0.1:4210) ; une autre adresse que 127.0.0.1 laisse entrer les autres
cli-host = un nom d'hôte sous lequel les navigateurs peuvent atteindre la page, outre localhost ; répétable
cli-origin = l'adresse de la page derrière un mandataire ou TLS, comme l'écrivent les navigateurs (https://jeux.example)
cli-trusted-proxy = un mandataire dont l'en-tête X-Forwarded-For est cru ; répétable
cli-metrics = une adresse pour /healthz et /metrics (Prometheus), à part de la page
cli-log = format du journal : text ou json, un événement par ligne ; RUST_LOG en règle le niveau
cli-damaged-games = Le fichier des parties est abîmé ; le reste est servi : { $damage }
cli-store = garder les parties dans une base PostgreSQL au lieu d'un dossier : postgres://UTILISATEUR@HÔTE/BASE
cli-bad-store = { $text } n'est pas l'adresse d'une base de données
cli-bad-store-hint = écrivez postgres://UTILISATEUR:MOT-DE-PASSE@HÔTE/BASE ; un dossier se donne par --data
cli-bus = servir la base avec d'autres machines, reliées par ce serveur NATS : nats://HÔTE:PORT
cli-bad-bus-hint = écrivez nats://HÔTE:PORT
cli-store-about = Copier, sauvegarder, vérifier ou effacer les parties enregistrées
cli-store-copy-about = Copier toutes les parties d'un dépôt dans un autre, et vérifier la copie
cli-store-backup-about = Sauvegarder les parties dans un fichier, même pendant que le serveur tourne
cli-store-forget-about = Effacer définitivement des parties
cli-store-forget-id = l'identifiant qui termine l'adresse d'une table ou d'un tournoi
cli-store-forget-before = toutes les parties sans coup depuis ce jour, et les tournois antérieurs : 2026-09-01
cli-store-forget-name = toutes les parties d'un joueur de ce nom
cli-store-forgotten = { $games ->
    [one] { $games } partie
   *[other] { $games } parties
} et { $tournaments ->
    [one] { $tournaments } tournoi
   *[other] { $tournaments } tournois
} : c'est effacé
cli-store-still-named = le tournoi « { $event } » contient encore ce nom : brelan store forget { $id } efface le tournoi
cli-quota = la taille du dépôt au-delà de laquelle aucune partie n'est plus ouverte : 500M, 10G (par défaut)
cli-keep = le nombre de jours pendant lesquels une partie inachevée ou importée est gardée après son dernier coup (90 par défaut)
cli-store-check-about = Vérifier que chaque partie enregistrée se rejoue
cli-store-from = la source : un fichier, ou postgres://…
cli-store-to = la destination : un fichier, ou postgres://… ; la même commande reprend une copie interrompue
cli-store-file = le fichier à écrire, qui ne doit pas encore exister
cli-store-copied = { $rows } lignes copiées et vérifiées dans { $to }
cli-store-sound = tout est juste : { $games } { $games ->
    [one] partie rejouée
   *[other] parties rejouées
}
cli-store-damaged = { $damaged ->
    [one] { $damaged } partie sur { $games } ne se rejoue
   *[other] { $damaged } parties sur { $games } ne se rejouent
} pas
cli-store-faulty = { $games } { $games ->
    [one] partie rejouée
   *[other] parties rejouées
}, et le dépôt est abîmé ailleurs
cli-store-file-damaged = le fichier est abîmé : { $damage }
cli-store-unlisted = certaines parties ne peuvent pas être énumérées : { $reason }
cli-store-game = partie { $name }… : { $reason }
cli-folder-held-hint = arrêtez-le, ou choisissez un autre dossier avec --data
cli-bad-origin-hint = écrivez https://jeux.example, sans chemin
cli-data = le dossier qui garde les parties
cli-open = ouvrir un navigateur à la page
cli-shell = l'interpréteur de commandes : bash, elvish, fish, powershell ou zsh
cli-examples = Exemples :

# Erreurs.
cli-requires = remarque : { $name } suppose { $condition }
cli-error = erreur : { $text }
cli-hint = conseil : { $text }
cli-table-error = Erreur : { $text }
cli-usage = Usage :
cli-usage-players = joueur1 joueur2
cli-usage-player = joueur est de la forme nom@stratégie
cli-usage-strategies = stratégie = { $strategies }
cli-usage-example = Exemple :
cli-two-players = il faut deux joueurs, et non { $given }
cli-confiant-first = -confiant ne se met qu'une fois, avant les joueurs
cli-unknown-option = option inconnue : { $text }
cli-bad-value = { $option } ne peut pas valoir « { $text } »
cli-missing-value = { $option } attend une valeur
cli-bad-option = { $option } : { $text }
cli-unknown-command = « { $text } » n'est ni un jeu ni une commande
cli-missing-command = il manque un mot : { $text }
cli-bad-arguments = { $reason }
cli-not-text = un argument n'est pas un texte en UTF-8
cli-missing-argument = il manque { $text }
cli-help-hint = brelan --help donne la liste des jeux et des commandes
cli-twice = { $text } ne se donne qu'une fois
cli-conflict = { $option } et { $other } ne se donnent pas ensemble
cli-exists = { $file } existe déjà
cli-exists-hint = choisir un autre nom : rien n'est écrasé
cli-cannot-write = { $file } ne peut pas être écrit : { $reason }
cli-cannot-read = { $file } ne peut pas être lu : { $reason }
cli-bad-line = ligne { $line } : { $text }
cli-other-game = c'est une partie de { $game } qui est enregistrée
cli-bad-position = position « { $position } » : { $text }

# La page.
cli-serving = Brelan est servi à l'adresse { $address } (Ctrl-C pour arrêter)
cli-serving-also =   aussi { $address }
cli-serving-everybody = Toute personne qui atteint cette adresse peut ouvrir des tables et jouer ; rien n'est chiffré.
cli-data-folder = Les parties sont gardées dans { $folder }
cli-served = Fermé ; toutes les parties sont enregistrées.
cli-listen-hint = brelan serve --listen 127.0.0.1:0 prend un port libre
cli-no-data-folder = il n'y a pas de dossier où garder les parties
cli-no-data-folder-hint = brelan serve --data DOSSIER les garde ailleurs

# Analyses.
analysis-heading = { $position } (au joueur { $player }) : { $value }
cli-draw-about = Dessiner une position en SVG
cli-draw-game = le jeu
cli-draw-position = la position, ou ce qu'en voit un joueur ou un spectateur ; sans elle, un exemple
cli-draw-near = le camp dessiné en bas : first ou second (first par défaut)
cli-draw-output = le fichier à écrire ; sans lui le dessin est affiché
cli-heading-usage = Utilisation :
cli-heading-commands = Commandes
cli-heading-games = Jeux
cli-heading-arguments = Arguments
cli-heading-options = Options
cli-help = afficher cette aide
cli-version = afficher la version
cli-also = { $about } (aussi : { $names })
cli-serve-program = un programme que les visiteurs peuvent choisir comme adversaire, écrit comme à une table : Bot@./bot.py (se répète)
cli-cage = cage des programmes : required (toutes les protections), best (celles qui sont disponibles) ou none (aucune)
cli-allow = un dossier que les programmes peuvent lire (se répète)
cli-restarts = relancer un programme qui s'arrête, au plus N fois par partie
cli-notes = où garder les notes et la sortie d'erreur des programmes
cli-program-about = Écrire, vérifier, essayer et mesurer un programme qui joue
cli-program-new = Écrire un programme qui joue au hasard
cli-program-check = Vérifier qu'un programme suit le protocole
cli-program-try = Envoyer à la main des lignes à un programme
cli-program-ladder = Faire jouer un programme contre des adversaires de plus en plus forts
cli-program-game = le jeu
cli-program-program = ./joueur, joueur.py:choisir ou cmd:java Joueur
cli-program-in = le langage (python) : { $known }
cli-program-to = le dossier où écrire (.)
cli-program-games = combien de parties par adversaire (10)
cli-program-record = une partie enregistrée dont on repose une question
cli-program-at = le coup du programme, compté à partir de 1

# La commande brelan program, et les programmes à une table.
program-cage = Cage : { $rungs }.
program-no-cage = Cage : aucune protection.
program-restarted = { $name } s'est arrêté et a été relancé { $count } fois.
program-failure = { $name } : { $text }
program-notes = { $name }, ses notes :
program-errors = { $name }, sa sortie d'erreur :
program-lost-at = { $name } a perdu la partie à son coup { $number }, { $move } ; { $best } était meilleur. Lui reposer exactement cette question : { $command }
program-worst-at = { $name } a le plus perdu à son coup { $number }, { $move } ; { $best } était meilleur. Lui reposer exactement cette question : { $command }
program-faultless = { $name } n'a commis aucune faute prouvée. Lui reposer sa dernière question : { $command }
program-ask-again = Reposer exactement cette question à { $name } : { $command }
program-not-recorded = jouer avec --record FICHIER
program-not-a-program = « { $text } » n'est pas un programme : écrire ./joueur, joueur.py:choisir ou cmd:java Joueur
program-written = { $file } joue au hasard ; il n'y a qu'une fonction à changer.
program-build = Compiler :
program-seat = Le faire jouer :
program-verify = Le vérifier :
program-passed = { $number }. réussi : { $step }
program-failed = { $number }. échoué : { $step }
program-skipped = { $number }. sauté : { $step }
program-checked = { $passed } étapes réussies sur { $total }
program-try = Tapez les lignes qu'enverrait Brelan ; le programme ne répond qu'à play. Par exemple :
program-again-line = le coup { $number } de cette partie n'est pas de ce programme : choisir de 1 à { $most }
program-rung = contre { $opponent } : { $wins } gagnées, { $draws } nulles, { $losses } perdues
program-got = { $name } bat { $beaten }.
program-got-nowhere = { $name } ne bat encore aucun adversaire.
program-shortest = La plus courte partie perdue, contre { $opponent } ({ $moves } coups) :

# La commande brelan grade.
cli-grade-about = Juger un devoir d'après le sujet, avec le plus petit appel qui montre la différence
cli-grade-path = Un fichier Python, Fortran ou Java, un dossier ou une archive
cli-grade-each = Juger chaque dossier et fichier de DOSSIER, ou d'une archive de Moodle
cli-grade-csv = Avec --each : un tableau pour Moodle
cli-grade-junit = Avec --each : JUnit XML
cli-grade-html = Une page à imprimer, qui se lit hors ligne
cli-grade-output = Garder ici les rapports : la même commande reprend où elle s'est arrêtée
cli-grade-fresh = Juger à nouveau tous les devoirs, sans tenir compte des rapports de --output
cli-grade-json = Le rapport en JSON
cli-grade-scale = Le barème : un fichier TOML
cli-grade-run = Juger le programme principal que lance cette commande, dans le dossier du devoir, pour les sujets qui en demandent un
cli-grade-tests = Lancer aussi les fichiers .run de ce dossier et comparer avec leurs .expected
cli-grade-with = Avec --only : juger comme si cette fonction était celle du sujet
cli-grade-without = Retirer du total ce qui ne peut pas être jugé faute de ce module, de cet outil, ou ce contrôle
cli-grade-watch = Juger à nouveau quand un fichier change
cli-grade-map = Accepter une fonction sous un autre nom ; « ! » devant, son contraire
cli-grade-only = Ne juger que cette fonction, ou ce contrôle
cli-grade-args = Avec --only ou --run : ces arguments seulement, une liste JSON
cli-grade-typed = Avec --only ou --run : ce qui est tapé au clavier, mot par mot
cli-grade-args-only = --args et --typed demandent --only
cli-grade-bad-args = « { $text } » n'est pas une liste JSON d'arguments
cli-grade-bad-map = « { $text } » : écrire --map SON_NOM=NOM_DU_SUJET
cli-grade-unsaved = Des rapports n'ont pas pu être gardés dans le dossier de --output, et seront jugés de nouveau : { $reason }
cli-grade-interrupted = Interrompu. Les rapports terminés sont gardés ; la même commande continue.
cli-grade-interrupted-unsaved = Interrompu. Les rapports ne sont pas gardés ; ils le sont avec --output.

# La commande brelan review, et les conseils.
cli-why = un conseil en trois temps : où regarder, quoi jouer, pourquoi
cli-review-about = Dire ce que valait chaque coup de parties enregistrées : erreurs, chance et adresse
cli-review-json = un objet JSON par partie
cli-review-html = écrit une page par partie à côté de chacune, FICHIER.html
cli-review-time = temps pour une partie, en millisecondes
cli-review-effort = travail d'un moteur pour une position, en nœuds ou en échantillons ; la revue se répète alors
cli-review-threads = parties revues à la fois ; pour une seule, fils qui y travaillent
cli-review-files = les parties ; - en lit une sur l'entrée
cli-review-bad-file = { $file } : { $text }
cli-review-html-input = --html écrit la page à côté du fichier de la partie : donnez un fichier au lieu de -
cli-review-too-large = le fichier est trop gros pour une partie : on lit { $most } Mio au plus

# La commande brelan tournament.
cli-tournament-about = Organiser un tournoi : séries, ligues, classements
cli-tournament-format = series, round-robin, gauntlet, swiss ou knockout
cli-tournament-games = parties d'une rencontre, en nombre pair : elles vont par deux, places échangées
cli-tournament-rounds = rondes, ou combien de fois chacun rencontre chacun
cli-tournament-concurrency = parties jouées en même temps
cli-tournament-clock = le temps de chaque joueur pour une partie, comme 5m+3s
cli-tournament-openings = un fichier de positions, ou random:COUPS
cli-tournament-secret = un fichier qui contient le secret du hasard des programmes, pour répéter un tournoi ailleurs
cli-tournament-event = le nom du tournoi
cli-tournament-sprt = s'arrêter dès que ce test séquentiel tranche : elo0=0,elo1=10,alpha=0.05,beta=0.05
cli-tournament-output = le dossier des parties et du classement
cli-tournament-fresh = effacer les parties enregistrées pour ce dossier et recommencer
cli-tournament-players-file = un fichier de joueurs, un par ligne
cli-tournament-players = les joueurs, chacun écrit nom@stratégie ou nom@./programme
cli-tournament-table-head = {"     "}joueur, points, parties, gagnées, nulles, perdues, Elo ± 95 % [chance ôtée]
cli-tournament-interrupted = Interrompu ; { $games ->
    [one] { $games } partie est gardée
   *[other] { $games } parties sont gardées
}. Pour continuer :
cli-tournament-kept-hint = les parties finies sont gardées : la même commande continue
cli-tournament-occupied = { $folder } contient des parties qui ne sont pas dans le dépôt : choisissez un autre dossier, ou --fresh pour les remplacer
cli-tournament-empty-file = il n'y a aucun joueur dans { $file }

# Les files et la commande brelan worker.
cli-queue = confier le travail à des ouvriers (« brelan worker ») : nats://NOM:MOTDEPASSE@HÔTE:PORT d'un nats-server avec -js
cli-queue-hint = y lancer « nats-server -js », et vérifier que son port est accessible
cli-queue-key = fichier du secret que partagent les ouvriers et cette commande : les résultats sans sa signature sont refusés
cli-queue-open = accepter une file qui ne demande pas de mot de passe
cli-queue-open-hint = donner un nom et un mot de passe dans la configuration de nats-server et écrire nats://NOM:MOTDEPASSE@HÔTE:PORT ; sur un réseau sûr, --open
cli-queue-key-hint = en créer une : (umask 077; head -c 32 /dev/urandom | base64 > FICHIER), et la copier chez chaque ouvrier
cli-worker-about = Jouer des parties et juger des devoirs pour d'autres, sur cette machine
cli-worker-url = où est la file : nats://NOM:MOTDEPASSE@HÔTE:PORT d'un nats-server avec -js
cli-worker-concurrency = travaux faits à la fois ; sinon autant qu'il y a de cœurs
cli-worker-name = le nom de cet ouvrier dans les messages : lettres, chiffres, - et _
cli-worker-joined = L'ouvrier { $name } attend du travail à { $place }, { $places } à la fois. Ctrl-C y met fin.
cli-worker-has = Interpréteurs : { $names }
cli-worker-no-cage = Sans cage, aucun programme ne tourne ici, rien que des stratégies : { $reason }
cli-worker-done = { $kept } { $kept ->
    [one] travail fait
   *[other] travaux faits
} pour d'autres. Ce qui était en cours est rendu.
cli-worker-status = { $kept } { $kept ->
    [one] travail fait
   *[other] travaux faits
}, { $running } en cours

# La commande brelan play, et les suites de parties.
cli-drawn-about = Jouer sur un plateau dessiné, avec le clavier
cli-plain = des lignes de texte au lieu d'un dessin, pour les lecteurs d'écran
cli-play-terminal = brelan play dessine dans un terminal, et il n'y en a pas ici
cli-play-terminal-hint = brelan JEU JOUEUR JOUEUR joue ligne par ligne, aussi à travers un tube ; --plain aussi
cli-play-kept = Partie gardée : { $file }
cli-play-review = Ce que valait chaque coup : { $review }
cli-match = jouer d'autres parties tant qu'on répond oui
cli-match-game = Partie { $number }
cli-match-game-of = Partie { $number } sur { $games }
cli-match-score = Score : { $first } { $one }, { $second } { $two }
cli-match-another = Une autre partie (oui ou non) ?{" "}

# Aide.
cli-help-about = Afficher l'aide d'une commande
cli-help-command = la commande, par exemple analyse ou store copy
cli-man-to = écrire dans ce dossier les pages de toutes les commandes
cli-did-you-mean = vouliez-vous dire { $text } ?
cli-group-play = Jouer
cli-group-learn = Apprendre
cli-group-teach = Enseigner
cli-group-serve = Servir et installer
cli-heading-command = COMMANDE
cli-value = { $name ->
    [THEIRS] SON_NOM
    [FILE] FICHIER
    [DIR] DOSSIER
    [FOLDER] DOSSIER
    [GAME] JEU
    [PLAYER] JOUEUR
    [PLAYERS] JOUEURS
    [COLOUR] COULEUR
    [TIME] DURÉE
    [NAME] NOM
    [FUNCTION] FONCTION
    [COMMAND] COMMANDE
    [WORDS] MOTS
    [SUBJECT] SUJET
    [PATH] CHEMIN
    [LANG] LANGUE
    [LANGUAGE] LANGAGE
    [SIDE] CÔTÉ
    [ADDRESS] ADRESSE
    [PROGRAM] PROGRAMME
    [OPENINGS] OUVERTURES
    [FILES] FICHIERS
    [FROM] SOURCE
    [TO] DESTINATION
    [HANDS] MAINS
    [DEAL] DONNE
    [DICE] DÉS
    [HEAPS] TAS
    [RULE] RÈGLE
    [USER] UTILISATEUR
   *[other] { $name }
}
