# Erreurs des contrats : côtés, joueurs, temps, parties enregistrées, fichiers.
unknown-side = « { $text } » n'est pas un côté : écrire first ou second
player-form = « { $text } » n'est pas un joueur : écrire nom@stratégie
player-no-name = « { $text } » n'a pas de nom : écrire nom@stratégie
player-option = « { $text } » n'est pas une option des joueurs : choisir clock, time, effort, seed ou memory
player-option-value = { $option }={ $value } est impossible : écrire { $option ->
    [time] time=200, en millisecondes
    [memory] memory=256M ou memory=2G
   *[other] un nombre entier
  }
not-a-time = « { $text } » n'est pas une durée : écrire 300ms, 90s, 5m ou 5m+3s, un jour au plus
record-line = ligne { $line } : { $reason }
record-not-a-record = ce n'est pas une partie enregistrée : elle doit commencer par « { $first } »
record-expected = « { $word } … » est attendu ici
record-unknown = « { $text } » n'est pas une ligne de partie enregistrée
record-place = « { $text } » ne peut pas arriver à ce moment de la partie
io-not-found = aucun fichier ni dossier ne porte ce nom
io-denied = l'accès est refusé
io-exists = un fichier ou un dossier porte déjà ce nom
io-is-a-folder = c'est un dossier
io-not-a-folder = ce n'est pas un dossier
io-full = le disque est plein
io-read-only = rien ne peut y être écrit
io-not-text = ce n'est pas du texte
io-address-in-use = un autre programme utilise déjà cette adresse
io-address-elsewhere = cette adresse n'est pas celle de cette machine
io-other = { $reason }
no-such-cheat = « { $text } » n'est pas une triche : ce jeu n'en a pas
analysis-stopped = l'analyse a été interrompue
