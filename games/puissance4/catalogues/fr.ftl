puissance4-about = Puissance 4
puissance4-plays = { $name } ({ $symbol }) joue la colonne { $column }.
puissance4-ask = { $name } ({ $symbol }), quelle colonne ?{" "}
puissance4-advises = Conseil : colonne { $longest } (le plus long alignement) ; au hasard : colonne { $random }
puissance4-unreadable = Vous devez donner un numéro de colonne.
puissance4-aligned = { $direction ->
    [vertical] Alignement vertical
    [horizontal] Alignement horizontal
   *[diagonal] Alignement en diagonale
} : { $cells }
puissance4-recoloured = {"["}Le pion ({ $column },{ $line }) a changé de couleur. Chut !]
puissance4-no-such-column = Impossible ! La colonne { $column } n'existe pas : choisir de 1 à { $columns }.
puissance4-full = Impossible ! La colonne { $column } est pleine.
puissance4-nothing-to-recolour = {"["}Pas de pion adverse en ({ $column },{ $line }), impossible de tricher.]
puissance4-too-obvious = {"["}Quatre pions alignés d'un coup en ({ $column },{ $line }), cela se verrait.]
puissance4-character = « { $found } » (caractère { $index }) n'est pas une colonne : écrire des chiffres de 1 à 7
puissance4-full-at = le pion du caractère { $index } ne rentre pas : la colonne { $column } est pleine
puissance4-after-end = le pion du caractère { $index } vient après la fin de la partie
puissance4-colour = « { $text } » n'est pas une couleur : écrire rouge ou jaune
puissance4-shape = une grille a 6 lignes de 7 cases : la ligne { $line } à partir du haut ne convient pas
puissance4-hanging = le pion de la colonne { $column }, ligne { $line }, ne repose sur rien
puissance4-no-side-to-move = une grille dessinée dit à qui de jouer : la terminer par une ligne « * » ou « o »
puissance4-number = « { $text } » n'est pas un numéro de colonne
puissance4-option-first = la couleur qui commence : rouge (le premier joueur) ou jaune
puissance4-option-colour = la couleur du premier joueur nommé : rouge ou jaune (rouge)
puissance4-option-grid = un fichier avec une grille dessinée et, sur la dernière ligne, le pion de qui doit jouer
puissance4-option-no-book = calculer sans la bibliothèque d'ouvertures
puissance4-option-table-size = taille de la table de transposition, en Mio (64)
puissance4-option-plies = nombre de pions des positions de la bibliothèque (6)
puissance4-option-output = le fichier à écrire ou à continuer
puissance4-option-build-threads = nombre de fils de calcul (tous les cœurs)
puissance4-option-sample = nombre de positions à recalculer (20)
puissance4-option-file = le fichier à vérifier
puissance4-no-folder = il n'y a pas de dossier de données : donner un fichier avec --output
puissance4-book-plies = une bibliothèque a de 0 à { $most } pions, pas { $plies }
puissance4-other-plies = { $file } : c'est une bibliothèque de { $found } pions, pas { $plies }
puissance4-book-format = ce n'est pas une bibliothèque de cette version
puissance4-book-count = { $found } octets suivent l'en-tête, c'est trop pour { $expected } positions
puissance4-book-unfinished = la bibliothèque est inachevée : { $found } valeurs pour { $expected } positions
puissance4-book-no-checksum = la somme de contrôle manque
puissance4-book-damaged = la somme de contrôle ne convient pas : un octet a changé
puissance4-file = { $file } : { $reason }
puissance4-built = { $file } : { $count } positions
puissance4-checked = { $file } : { $count } positions, { $sample } recalculées, toutes exactes
puissance4-wrong = { $file } : la position { $index } vaut { $right }, pas { $found }
puissance4-over = La partie est terminée.
puissance4-unknown-cheat = « { $text } » n'est pas une triche : écrire triche=4,6 pour la case de la colonne 4, ligne 6

# Sur la page.
puissance4-board = Grille de 7 colonnes et 6 lignes
puissance4-red = rouge
puissance4-yellow = jaune
puissance4-disc = Colonne { $column }, ligne { $line } : { $colour }
puissance4-column = colonne { $column }
puissance4-column-free = Colonne { $column }, { $free } { $free ->
    [one] place libre
   *[other] places libres
  }
puissance4-did = { $who ->
    [you] Vous jouez
   *[other] { $name } joue
} colonne { $column }.
puissance4-full-grid = La grille est pleine.
puissance4-rule-drop = Chacun à son tour lâche un pion dans une colonne ; il tombe sur ceux qui y sont déjà.
puissance4-rule-win = Le premier joueur qui aligne quatre de ses pions, à la verticale, à l'horizontale ou en diagonale, gagne.
puissance4-rule-draw = Une grille pleine sans alignement est un match nul.
puissance4-field-first = Qui commence
puissance4-red-first = rouge, le joueur 1
puissance4-yellow-first = jaune, le joueur 2
puissance4-begins = Le joueur 1 a les pions rouges, le joueur 2 les jaunes.
puissance4-in-moves = en { $count } { $form ->
    [one] coup
   *[many] coups
}
puissance4-edit-red = pion rouge
puissance4-edit-yellow = pion jaune
puissance4-edit-remove = enlever un pion
puissance4-edit-red-moves = trait aux rouges
puissance4-edit-yellow-moves = trait aux jaunes
puissance4-edit-empty = grille vide

# Les conseils et leurs raisons.
puissance4-advice-left = Regardez les colonnes de gauche, 1 et 2.
puissance4-advice-middle = Regardez les colonnes du milieu, 3 à 5.
puissance4-advice-right = Regardez les colonnes de droite, 6 et 7.
puissance4-why-wins-now = La colonne { $column } aligne quatre pions.
puissance4-why-parries = Après toute autre colonne, l'adversaire aligne quatre pions en colonne { $column }.
puissance4-why-allows = Après la colonne { $column }, l'adversaire aligne quatre pions en colonne { $reply }.
puissance4-why-double-threat = La colonne { $column } est une double menace : les colonnes { $one } et { $other } aligneraient toutes deux quatre pions.
puissance4-why-forced = Chaque réponse est forcée : { $line } aligne quatre pions.
puissance4-why-wins-in = La colonne { $column } gagne avec au plus { $discs } { $discs ->
    [one] pion
   *[other] pions
  } de qui la joue, celui-ci compris.
puissance4-why-loses-in = Après la colonne { $column }, l'adversaire gagne avec au plus { $discs } { $discs ->
    [one] pion
   *[other] pions
  } de plus.
puissance4-why-draws = Avec la colonne { $column } le meilleur jeu mène à la nulle.

# Les fonctions du sujet.
subject-grid-size = { $lines } lignes de { $columns } cases, alors qu'une grille en a 6 de 7, ou 8 de 9 avec sa bordure
subject-border = la bordure doit être vide

# Comment choisissent les stratégies.
puissance4-strategy-naif = joue une colonne au hasard : le conseil de l'exercice 7
puissance4-strategy-glouton = joue la colonne de l'alignement le plus long : le conseil de l'exercice 8
puissance4-strategy-expert = joue parfaitement
puissance4-strategy-tricheur = change la couleur d'un pion adverse quand cela le fait gagner, sinon joue comme glouton
puissance4-goal = Alignez quatre pions avant l'autre.
