awale-about = Awalé
awale-ask = { $name }, quelle case ?{" "}
awale-plays = { $name } joue la case { $pit }.
awale-captures = { $name } ramasse { $count } graines.
awale-unreadable = Il faut donner le numéro d'une case, de 0 à 5.
awale-unacceptable = La case choisie n’est pas acceptable
awale-not-yours = La case { $pit } n'est pas à vous : choisir de 0 à 5.
awale-empty = La case { $pit } est vide.
awale-starves = La case { $pit } affamerait l'adversaire : il n'aurait plus de graine.
awale-robbed = {"["}{ $count ->
    [1] Une graine de moins
   *[other] { $count } graines de moins
} en face. Chut !]
awale-nothing-to-gain = {"["}Rien à gagner en trichant ici.]
awale-score = { $first } : { $one }, { $second } : { $two }
awale-draw = égalité
awale-too-many-seeds = { $count } graines, c'est trop : le jeu en a { $most }
awale-number = « { $text } » n'est pas un nombre de graines ou de tours
awale-pit = « { $text } » n'est pas une case : choisir de 0 à 5
awale-pits = il faut 12 cases, et non { $count }
awale-scores = « { $text } » ne sont pas des scores : écrire les graines prises par qui doit jouer puis par l'autre, par exemple 23-22
awale-turns = { $turns } tours, c'est trop : une partie en a { $most }
awale-surplus = « { $text } » est de trop à la fin : écrire une position comme 4,4,4,4,4,4,4,4,4,4,4,4/0-0/0
awale-option-dir = le dossier des fichiers de valeurs
awale-option-seeds = nombre de graines, de 3 à 24 (20)
awale-database-nowhere = il n'y a pas de dossier de données : donner --dir
awale-database-built = valeurs exactes jusqu'à { $seeds } graines dans { $folder }
awale-database-checked = tout est juste : jusqu'à { $seeds } graines, { $blocks } blocs, { $boards } plateaux recalculés
awale-database-io = { $path } : { $reason }
awale-database-absent = il n'y a pas de valeurs d'awalé dans { $path } : il faut d'abord les construire
awale-database-foreign = { $path } n'est pas un fichier de valeurs d'awalé
awale-database-version = { $path } est au format { $found }, ce programme lit le format { $known }
awale-database-length = { $path } a { $found } octets au lieu de { $expected }
awale-database-damaged = { $path } est abîmé ({ $part }) : le supprimer et le reconstruire
awale-database-header = l'en-tête
awale-database-code = le code
awale-database-index = l'index
awale-database-block = le bloc { $number }
awale-database-wrong = { $board } à { $turns } tours de la fin vaut { $expected }, et non { $found } comme dans { $path }
awale-database-seeds = { $seeds } graines ne peuvent pas être calculées : choisir de 3 à { $most }
awale-database-busy = un autre programme construit déjà dans { $path }
awale-over = La partie est terminée.
awale-unknown-cheat = « { $text } » n'est pas une triche : écrire triche

# Sur la page.
awale-board = Plateau, tour { $turn } sur { $most }
awale-own-pit = Votre case { $pit } : { $count } { $form ->
    [many] graines
   *[one] graine
}
awale-other-pit = Case { $pit } d'en face : { $count } { $form ->
    [many] graines
   *[one] graine
}
awale-own-store = Réserve proche : { $count } { $form ->
    [many] graines
   *[one] graine
}
awale-other-store = Réserve d'en face : { $count } { $form ->
    [many] graines
   *[one] graine
}
awale-sow = case { $pit }
awale-sow-capture = case { $pit }, +{ $seeds }
awale-did = { $who ->
    [you] Vous semez
   *[other] { $name } sème
} la case { $pit }.
awale-did-capture = { $who ->
    [you] Vous semez la case { $pit } et ramassez
   *[other] { $name } sème la case { $pit } et ramasse
} { $count } graines.
awale-why = { $reason ->
    [turns] 100 tours ont été joués
    [majority] Un joueur a plus de la moitié des graines
    [few] Il reste trop peu de graines
   *[stuck] Aucune case ne peut plus être jouée
}, chacun ramasse les graines de ses cases : { $first } { $one }, { $second } { $two }.
awale-rule-sow = Choisissez une de vos cases, en bas. Ses graines sont semées une à une dans les cases qui suivent, vers la droite en bas puis vers la gauche en haut ; la case choisie est sautée.
awale-rule-capture = Si la dernière graine tombe en face et y fait deux ou trois graines, vous les ramassez, ainsi que celles des cases juste avant tant qu'elles en ont deux ou trois.
awale-rule-famine = On ne peut laisser l'autre sans graine : une case qui l'affamerait ne peut être jouée.
awale-rule-end = La partie s'arrête quand un joueur a 25 graines, quand il en reste deux ou moins, quand aucune case n'est jouable, ou après 100 tours. Chacun ramasse alors ses propres cases ; qui en a le plus gagne.
awale-by-seeds = de { $count } { $form ->
    [one] graine
   *[many] graines
}
awale-edit-more = une graine de plus
awale-edit-fewer = une graine de moins
awale-edit-other = à l'autre de jouer
awale-edit-empty = plateau vide

# Les conseils et leurs raisons.
awale-advice-left = Regardez vos cases de gauche, 0 à 2.
awale-advice-right = Regardez vos cases de droite, 3 à 5.
awale-why-captures = La case { $pit } ramasse { $own } { $own ->
    [one] graine
   *[other] graines
  } ; l'adversaire peut ensuite en ramasser { $then } aussitôt.
awale-why-ends = Après la case { $pit } l'adversaire ne peut plus jouer : chacun prend les graines de ses cases.
awale-why-starves = La case { $pit } ne peut être jouée : elle affamerait l'adversaire.
awale-why-margin = Avec la case { $pit } et le meilleur jeu, l'écart final est de { $seeds } graines pour qui la joue.
awale-why-estimated = La valeur de la case { $pit } est estimée, non prouvée.

# Comment choisissent les stratégies.
awale-strategy-naif = joue une case acceptable au hasard
awale-strategy-glouton = ramasse le plus de graines possible à ce tour
awale-strategy-expert = calcule plusieurs tours d'avance, exactement quand il reste peu de graines
awale-strategy-tricheur = vole des graines à l'adversaire, puis joue comme glouton
awale-goal = Semez vos graines, récoltez celles d'en face, n'affamez personne.
