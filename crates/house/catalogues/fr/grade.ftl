# Les devoirs, jugés d'après le sujet.
grade-right = juste
grade-layout = juste, présenté autrement
grade-helped = juste, avec la bonne fonction auxiliaire
grade-wrong = faux
grade-crashed = plantage
grade-hung = ne répond pas
grade-absent = absent
grade-unjudged = non jugé (il manque python3 sur cette machine)
grade-silent = le sujet ne le dit pas
grade-input = { "appel   : " }
grade-expected = { "sujet   : " }
grade-got = { "obtenu  : " }
grade-mark = { "          " }
grade-again = { "revoir  : " }
grade-fault = fichier : { $text }
grade-total = { $points } points sur { $out-of }
grade-unreadable = { $path } ne peut pas être lu : { $reason }
grade-empty = { $path } ne contient aucun fichier Python
grade-too-large = { $path } est trop grand pour un devoir
grade-start = le devoir ne peut pas être lancé : { $reason }
grade-not-python = le sujet { $subject } ne se juge pas sur des fichiers Python
grade-bad-map = « { $text } » : écrire --map SON_NOM=NOM_DU_SUJET
grade-bad-args = « { $text } » n'est pas une liste JSON d'arguments
grade-args-only = --args et --typed demandent --only
grade-note-in-place = le résultat est rendu en modifiant l'argument, au lieu d'être renvoyé
grade-note-returned = le résultat est renvoyé, au lieu de modifier l'argument
grade-note-beside = une valeur est renvoyée, que le sujet ne demande pas
grade-note-truthy = None, 0 ou 1 à la place de False ou True
grade-note-opposite = répond le contraire de ce qui est demandé (--map '!NOM=NOM' l'accepte)
grade-note-prints = affiche un texte que le sujet ne demande pas
grade-note-sequence = renvoie { $got } à la place de { $expected }
grade-note-frequency = sur { $draws } tirages ; une fonction juste s'en écarterait autant avec une probabilité d'au plus { $chance }
grade-note-argument = c'est l'argument { $name } après l'appel qui diffère
grade-note-one-of = une de ces réponses est attendue
grade-note-name = trouvée sous le nom { $name }
grade-note-helped = jugée avec { $names } du sujet
grade-note-looks-like = { $name } répond comme { $subject } : --map { $name }={ $subject } l'accepte
cli-grade-about = Juger un devoir d'après le sujet, avec le plus petit appel qui montre la différence
cli-grade-path = Un fichier Python ou un dossier
cli-grade-json = Le rapport en JSON
cli-grade-map = Accepter une fonction sous un autre nom ; « ! » devant, son contraire
cli-grade-only = Ne juger que cette fonction
cli-grade-args = Avec --only : ces arguments seulement, une liste JSON
cli-grade-typed = Avec --only : ce qui est tapé au clavier, mot par mot
