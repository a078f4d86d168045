# Travail confié à d'autres machines.
queue-option = confier le travail à des ouvriers (`brelan worker`) : nats://HÔTE:PORT d'un nats-server avec -js
queue-worker-about = Jouer des parties et juger des devoirs pour d'autres, sur cette machine
queue-worker-url = où est la file : nats://HÔTE:PORT d'un nats-server avec -js
queue-worker-concurrency = travaux faits à la fois ; sinon autant qu'il y a de cœurs
queue-worker-name = comment les autres appellent cet ouvrier : lettres, chiffres, - et _
queue-game = la partie { $number }
queue-paper = le devoir { $name }
queue-away = aucune file ne répond à { $place } : { $reason }
queue-away-hint = y lancer `nats-server -js`, et vérifier que son port est accessible
queue-no-stream = le serveur de { $place } ne garde pas de file : { $reason }
queue-lost = la file de { $place } se tait depuis trop longtemps
queue-silent = La file de { $place } se tait. Ce qui est fait est gardé ; on l'attend, { $seconds } secondes au plus.
queue-back = La file de { $place } est revenue.
queue-stopped = interrompu
queue-files = les fichiers de { $owner } ne peuvent pas être envoyés : { $reason }
queue-too-large = il y a plus de { $files } fichiers ou de { $megabytes } Mio ; leur donner un dossier à eux
queue-damaged = les fichiers de { $owner } arrivent abîmés chez les ouvriers, bien qu'on les renvoie
queue-damaged-at = Les fichiers de { $owner } sont arrivés abîmés chez l'ouvrier { $worker } ; ils sont renvoyés.
queue-undoable = aucun ouvrier ne peut prendre { $work } : { $reason }
queue-failed = L'ouvrier { $worker } ne peut pas prendre { $work } : { $reason }. Nouvel essai.
queue-forged = Ce que l'ouvrier { $worker } a rendu pour { $work } n'a pas pu se passer ainsi. Nouvel essai.
queue-player-aside = { $player } plante chez tous les ouvriers ({ $workers }) : ses plantages comptent désormais.
queue-worker-aside = L'ouvrier { $worker } est écarté : des programmes y plantent qui jouent ailleurs, ou ce qu'il rend n'est pas ce qu'on demandait.
queue-no-worker = Aucun ouvrier n'est à la file. Le travail en attend un qui ait : { $needs }
queue-nobody = Aucun des ouvriers présents ne peut faire ce qui demande : { $needs }
queue-aside = cet ouvrier a été écarté : des programmes plantent ici qui jouent ailleurs, ou ce qu'il rend n'est pas ce qu'on demandait
queue-name = « { $name } » n'est pas un nom d'ouvrier : au plus 64 lettres, chiffres, - et _
queue-worker-joined = L'ouvrier { $name } attend du travail à { $place }, { $places } à la fois. Ctrl-C y met fin.
queue-worker-has = Interpréteurs : { $names }
queue-worker-no-cage = Sans cage, aucun programme ne tourne ici, rien que des stratégies : { $reason }
queue-worker-waits = La file de { $place } se tait ; on l'attend.
queue-cannot = Le travail qui demande ceci est laissé à d'autres : { $needs }
queue-errand-away = Personne n'a pris { $work } : qui l'a demandé est absent, et le confiera de nouveau.
queue-worker-stands = { $kept } { $kept ->
    [one] travail fait
   *[other] travaux faits
}, { $running } en cours
queue-worker-done = { $kept } { $kept ->
    [one] travail fait
   *[other] travaux faits
} pour d'autres. Ce qui était en cours est rendu.
