# Revues : erreurs.
review-other-game = c'est une partie de { $game }
review-too-long = une partie de { $lines } lignes est trop longue : on en revoit { $most } au plus
review-too-large = le fichier est trop gros pour une partie : on lit { $most } Mio au plus
review-stopped = la revue a été arrêtée

# Le nom des choix.
review-best = meilleur
review-good = bon
review-inaccuracy = imprécision
review-mistake = erreur
review-blunder = gaffe
review-unproved = pas prouvé

# Ce qu'on lit d'une revue.
review-heading = { $game } : { $first } contre { $second }, { $result }
review-won-by = { $name } gagne
review-drawn = nulle
review-broken-off = interrompue
review-no-mistakes = Aucune erreur.
review-column-ply = coup
review-column-player = joueur
review-column-move = joué
review-column-best = meilleur
review-column-loss = perdu
review-column-name = nom
review-column-value = part
review-column-luck = chance
review-unproved-choices = Pas prouvés : { $count } des { $of } choix.
review-graph = La part de { $name }, position par position :
review-sum = D'où vient le résultat, pour { $name }, au-delà de la moitié :
review-term-seat = place à la table
review-term-deal = la donne, tous dominos découverts
review-term-luck = chance
review-term-mistakes = erreurs de { $name }
review-term-cheats = triche
review-term-forfeit = fin par forfait
review-term-hidden = ce qu'aucun autre terme n'explique (caché ou pas prouvé)
review-term-total = ensemble
review-error = Ce qui est mesuré ou pas prouvé peut s'écarter de { $error }.

# La commande.
cli-review-about = Dit ce que valait chaque coup de parties enregistrées : erreurs, chance et adresse
cli-review-files = les parties ; - en lit une sur l'entrée
cli-review-json = un objet JSON par partie
cli-review-html = écrit une page par partie à côté de chacune, FICHIER.html
cli-review-time = temps pour une partie, en millisecondes
cli-review-effort = travail d'un moteur pour une position, en nœuds ou en échantillons ; la revue se répète alors
cli-review-threads = parties revues à la fois ; pour une seule, fils qui y travaillent
cli-review-bad-file = { $file } : { $text }
cli-review-html-input = --html écrit à côté d'un fichier, et l'entrée n'en est pas un
cli-why = un conseil en trois temps : où regarder, quoi jouer, pourquoi

# Conseils.
advice-where = où : { $text }
advice-what = quoi : { $text }
advice-why = pourquoi : { $text }
advice-anywhere = Regardez toute la position.
advice-nobody = personne n'a le trait dans cette position
advice-allumettes-rest = Regardez ce que vous laisseriez, modulo { $modulus }.
advice-allumettes-heap = Regardez le tas { $heap }.
advice-puissance4-left = Regardez les colonnes de gauche, 1 et 2.
advice-puissance4-middle = Regardez les colonnes du milieu, 3 à 5.
advice-puissance4-right = Regardez les colonnes de droite, 6 et 7.
advice-awale-left = Regardez vos cases de gauche, 0 à 2.
advice-awale-right = Regardez vos cases de droite, 3 à 5.
advice-jeu421-dice = { $kept ->
    [0] Aucun dé ne mérite d'être gardé.
    [1] Un dé mérite d'être gardé.
    [3] Les trois dés méritent d'être gardés.
   *[other] { $kept } dés méritent d'être gardés.
  }
advice-dominos-end = Regardez le bout qui montre { $end }.
advice-dominos-nothing = Il n'y a rien à choisir.

# Raisons.
why-hopeless = Chaque coup laisse à l'adversaire une position gagnée.
why-allumettes-remainder = Choisir de { $move } laisse { $left }, soit { $rest } modulo { $modulus } : { $wins ->
    [yes] qui doit y jouer perd, car { $lost } est le reste perdant.
   *[no] qui y joue gagne en laissant un reste de { $lost }.
  }
why-allumettes-nim-sum = Choisir de { $move } laisse une somme de nim de { $sum } : { $wins ->
    [yes] qui doit y jouer perd.
   *[no] qui y joue peut gagner.
  }
why-allumettes-ones = Choisir de { $move } laisse des tas qui comptent pour rien ou pour un, { $ones } pour un : { $wins ->
    [yes] avec un nombre impair, qui doit jouer perd.
   *[no] avec un nombre pair, qui joue gagne.
  }
why-puissance4-wins-now = La colonne { $column } aligne quatre pions.
why-puissance4-parries = Ailleurs qu'en colonne { $column }, l'adversaire aligne quatre pions en colonne { $column }.
why-puissance4-allows = Après la colonne { $column }, l'adversaire aligne quatre pions en colonne { $reply }.
why-puissance4-double-threat = La colonne { $column } est une double menace : les colonnes { $one } et { $other } aligneraient toutes deux quatre pions.
why-puissance4-forced = Chaque réponse est forcée : { $line } aligne quatre pions.
why-puissance4-wins-in = La colonne { $column } gagne, au plus tard avec le pion numéro { $discs } de qui la joue, à partir de là.
why-puissance4-loses-in = Après la colonne { $column } l'adversaire gagne, au plus tard avec son pion numéro { $discs } à partir de là.
why-puissance4-draws = Avec la colonne { $column } le meilleur jeu mène à la nulle.
why-awale-captures = La case { $pit } ramasse { $own } ; l'adversaire peut ensuite en ramasser { $then } aussitôt.
why-awale-ends = Après la case { $pit } l'adversaire ne peut plus jouer : chacun prend les graines de ses cases.
why-awale-starves = La case { $pit } ne peut être jouée : elle affamerait l'adversaire.
why-awale-margin = Avec la case { $pit } et le meilleur jeu, la partie finit à { $seeds } graines pour qui la joue.
why-awale-estimated = Ce que vaut la case { $pit } est estimé, pas prouvé.
why-jeu421-pays = { $dice } donne { $tokens } { $tokens ->
    [1] jeton
   *[other] jetons
  } s'il gagne la manche.
why-jeu421-improves = Choisir de { $move } donne mieux dans { $count } lancers sur { $of } ({ $percent } %).
why-jeu421-beats = Choisir de { $move } bat { $result } dans { $count } cas sur { $of } ({ $percent } %).
why-dominos-answers = Choisir de { $move } donne les bouts { $left } et { $right } : { $to-left } dominos non vus répondent au { $left }, { $to-right } au { $right }, { $either } à l'un ou l'autre.
why-dominos-answers-both = Choisir de { $move } met { $end } aux deux bouts : { $either } dominos non vus répondent.
why-dominos-at-risk = Choisir de { $move } laisse { $points } points en main.
why-dominos-goes-out = Choisir de { $move } vide la main.
