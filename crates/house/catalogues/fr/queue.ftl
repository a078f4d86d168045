# Parties confiées à d'autres machines.
queue-option = faire jouer les parties par des ouvriers (`brelan worker`) : nats://HÔTE:PORT d'un nats-server avec -js
queue-worker-about = Jouer sur cette machine des parties de tournois que d'autres organisent
queue-worker-url = où est la file : nats://HÔTE:PORT d'un nats-server avec -js
queue-worker-concurrency = parties jouées à la fois ; sinon autant qu'il y a de cœurs
queue-worker-name = comment les tournois appellent cet ouvrier : lettres, chiffres, - et _
queue-away = aucune file ne répond à { $place } : { $reason }
queue-away-hint = y lancer `nats-server -js`, et vérifier que son port est accessible
queue-no-stream = le serveur de { $place } ne garde pas de file : { $reason }
queue-lost = la file de { $place } se tait depuis trop longtemps
queue-silent = La file de { $place } se tait. Les parties finies sont gardées ; on l'attend, { $seconds } secondes au plus.
queue-back = La file de { $place } est revenue.
queue-program = le programme de { $player } ne peut pas être envoyé : { $reason }
queue-too-large = son dossier a plus de { $files } fichiers ou de { $megabytes } Mio ; lui donner un dossier à lui
queue-damaged = le programme de { $player } arrive abîmé chez les ouvriers, bien qu'on le renvoie
queue-damaged-at = Le programme de { $player } est arrivé abîmé chez l'ouvrier { $worker } ; il est renvoyé.
queue-unplayable = aucun ouvrier ne peut jouer la partie { $number } : { $reason }
queue-failed = L'ouvrier { $worker } ne peut pas jouer la partie { $number } : { $reason }. Elle est confiée de nouveau.
queue-forged = L'ouvrier { $worker } a rendu une partie { $number } qui n'a pas pu être jouée ainsi. Elle est confiée de nouveau.
queue-player-aside = { $player } plante chez tous les ouvriers ({ $workers }) : ses plantages comptent désormais.
queue-worker-aside = L'ouvrier { $worker } est écarté : des programmes y plantent qui jouent ailleurs, ou ses parties n'en sont pas.
queue-no-worker = Aucun ouvrier n'est à la file. Les parties en attendent un qui ait : { $needs }
queue-nobody = Aucun des ouvriers présents ne peut jouer les parties qui demandent : { $needs }
queue-aside = un tournoi a écarté cet ouvrier : des programmes plantent ici qui jouent ailleurs, ou ses parties ne se rejouent pas
queue-name = « { $name } » n'est pas un nom d'ouvrier : au plus 64 lettres, chiffres, - et _
queue-worker-joined = L'ouvrier { $name } attend des parties à { $place }, { $games } à la fois. Ctrl-C y met fin.
queue-worker-has = Interpréteurs : { $names }
queue-worker-no-cage = Sans cage, aucun programme n'est joué ici, rien que des stratégies : { $reason }
queue-worker-waits = La file de { $place } se tait ; on l'attend.
queue-cannot = Les parties qui demandent ceci sont laissées à d'autres : { $needs }
queue-tournament-away = Personne n'a pris la partie { $number } : son tournoi est absent. Elle sera confiée de nouveau quand il reprendra.
queue-worker-stands = { $kept } { $kept ->
    [one] partie gardée
   *[other] parties gardées
}, { $running } en cours
queue-worker-done = { $kept } { $kept ->
    [one] partie jouée
   *[other] parties jouées
} pour d'autres. Ce qui était en cours est rendu.
