# Les défaillances des programmes.
misdeed-time-silent = il n'a pas répondu à temps
misdeed-time-unread = il ne lit pas les lignes qu'on lui envoie
misdeed-time-unended = il a écrit « { $said } » sans fin de ligne
misdeed-time-unflushed = il a répondu « { $said } », mais trop tard, faute d'avoir vidé son tampon : ajouter print(…, flush=True) en Python, fflush(stdout) en C, System.out.flush() en Java, flush(6) en Fortran, flush stdout en OCaml
misdeed-start-missing = { $path } n'existe pas
misdeed-start-run-bit = { $path } n'est pas exécutable : chmod +x { $path }
misdeed-start-format = { $path } n'est ni un programme de cette machine ni un script qui nomme son interpréteur : écrire par exemple #!/usr/bin/env python3 en première ligne
misdeed-start-interpreter = { $path } demande l'interpréteur { $interpreter }, qui n'existe pas
misdeed-start-folder = { $path } est ou contient un dossier personnel, qu'un programme n'a pas le droit de lire : mettre le programme dans un dossier à lui
misdeed-start-denied = l'utilisateur de la cage n'a pas le droit de lire ou de lancer { $path } : chmod a+rx sur le fichier et ses dossiers
misdeed-start-silent = il a démarré, et n'a rien répondu
misdeed-start-system = il n'a pas pu démarrer ({ $step } : { $reason })
misdeed-crash-exit = il s'est terminé en pleine partie, avec le code { $code }
misdeed-crash-signal = il a été tué par le signal { $signal }
misdeed-crash-output = il a fermé sa sortie
misdeed-crash-input = il a fermé son entrée
misdeed-crash-lost = le processus qui surveille sa cage s'est arrêté
misdeed-flood-output = il a écrit plus de { $limit } octets pour un coup
misdeed-flood-errors = il a écrit plus de { $limit } octets sur sa sortie d'erreur pour un coup
misdeed-limit-memory = il a pris plus de { $limit } octets de mémoire
misdeed-limit-processor = il a calculé plus de { $limit } secondes
misdeed-limit-processes = il a lancé plus de { $limit } processus ou threads
misdeed-limit-file-size = il a écrit plus de { $limit } octets dans un fichier
misdeed-limit-files = il a laissé trop de fichiers temporaires (limite : { $limit })
misdeed-limit-off-turn = il a calculé { $used } ms pendant les { $during } ms du tour de l'adversaire
unreadable-early = réponse donnée avant la question
unreadable-between = ligne écrite entre la fin d'une partie et la première question de la suivante
unreadable-long = ligne trop longue
unreadable-nul = octet nul
unreadable-encoding = ce n'est pas de l'UTF-8
unreadable-control = codes de contrôle

cage-unknown-strictness = « { $word } » n'est pas une valeur de --cage : choisir required, best ou none
cage-missing-user = il manque à la cage l'utilisateur sans droits ({ $step } : { $reason })
cage-missing-limits = il manque à la cage les limites du système ({ $step } : { $reason })
cage-missing-cgroups = il manque à la cage les groupes de contrôle ({ $step } : { $reason }) : lancez Brelan avec systemd-run --user --scope -p Delegate=yes, ou en tant que root
cage-missing-landlock = il manque à la cage Landlock ({ $step } : { $reason }) : noyau Linux 5.13 ou plus, démarré avec lsm=landlock
cage-missing-seccomp = il manque à la cage le filtre seccomp ({ $step } : { $reason })
cage-missing-namespaces = il manque à la cage les espaces de noms ({ $step } : { $reason }) : sysctl kernel.unprivileged_userns_clone=1, ou kernel.apparmor_restrict_unprivileged_userns=0
cage-administrator = sous root sans le droit de changer d'utilisateur, aucun programme n'est lancé, car le noyau ne limiterait pas ses processus ({ $step } : { $reason }) : lancer sous un utilisateur ordinaire, accorder CAP_SETUID et CAP_SETGID, ou choisir --cage none
cage-launcher = aucune cage ne peut être construite ({ $step } : { $reason })

# Les modèles et la vérification d'un programme.
program-unknown-language = il n'y a pas de modèle en « { $text } » : choisir { $known }
starter-title = Un joueur pour { $game } : il joue un coup permis au hasard.
starter-before = Avant chaque coup, l'arbitre envoie par exemple :
starter-edit = C'EST ICI : choisir un coup parmi ceux qui sont permis.
program-step-starts = démarre
program-step-answers = répond à la première question par un coup permis
program-step-first = joue des parties entières du premier côté
program-step-second = joue des parties entières du second côté
program-step-again = joue deux parties de suite sans être relancé
program-step-unknown = ignore les mots qu'il ne connaît pas
program-step-rubbish = ignore les lignes vides et les longues lignes
program-step-time = répond à temps
program-step-end = s'arrête à la fin de l'entrée
program-step-cage = n'a besoin de rien hors de la cage
program-lost-by = partie { $game }, { $side } : { $reason }
program-slowest = le coup le plus long a pris { $time } ms
program-left-after = il s'est arrêté après la fin de la première partie, ce qui est permis
program-only-uncaged = il marche sans la cage : voir --allow DIR
