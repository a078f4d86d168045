# Ce que répond le serveur.
web-not-found = Il n'y a rien à cette adresse.
web-foreign-host = Ce serveur n'est pas connu sous ce nom.
web-foreign-origin = La requête vient d'un autre site.
web-malformed = La requête est illisible : { $reason }
web-bad-name = Un nom a de 1 à 40 caractères, sur une ligne.
web-spectator = Seul un joueur de cette table peut faire cela.
web-not-your-turn = Ce n'est pas à vous de jouer.
web-stale = La partie a continué entre-temps.
web-not-over = La partie n'est pas terminée.
web-nothing-to-take-back = Il n'y a pas de coup à reprendre.
web-bad-invitation = Cette invitation a déjà servi, ou n'existe pas.
web-too-fast = Pas si vite : réessayez dans un instant.
web-crowded = Trop de monde regarde cette table.
web-too-long = Cette partie est devenue trop longue pour continuer.
web-disk-full = Le disque est plein : le coup n'est pas enregistré. La partie reprendra quand il y aura de la place.
web-read-only = Les parties ne peuvent pas être écrites : le coup n'est pas enregistré.
web-internal = Quelque chose s'est cassé ici. La partie est telle qu'au dernier enregistrement.
