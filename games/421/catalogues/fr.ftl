# Les lignes du jeu suivent la casse et l'absence d'accents du sujet.
jeu421-about = 421
jeu421-ask-tokens = Nombre de jetons?{" "}
jeu421-ask-three = Trois entiers?{" "}
jeu421-active = ==> Joueur { $player } actif:
jeu421-current = Combinaison actuelle = { $dice }
jeu421-ask-again = Pour la rejouer, tapez 1 (autre==fin)?{" "}
jeu421-ask-die = Valeur du { $number }eme de = { $face } (tapez 1 pour relancer)?{" "}
jeu421-unreadable = Vous devez donner un entier.
jeu421-kept = Des gardes = { $dice }
jeu421-final = Combinaison finale = { $dice }
jeu421-draw = cas d'egalite de combinaisons -- tour a vide... on recommence
jeu421-by-tokens = cas de jetons differents -- joueur { $player } gagnant
jeu421-by-value = cas de jetons egaux -- joueur { $player } gagnant
jeu421-totals = njtot1 = { $first }, njtot2 = { $second }
jeu421-no-throw-left = Impossible ! Les des ont deja ete lances { $most } fois.
jeu421-turned = {"["}Combinaison actuelle = { $dice }. Chut !]
jeu421-nothing-to-gain = {"["}Les des montrent deja cela, inutile de tricher.]
jeu421-in-the-air = Les des ne sont pas encore tombes.

jeu421-too-few = { $count } { $count ->
    [one] jeton
   *[other] jetons
  }, c'est trop peu : il en faut au moins 1
jeu421-too-many = { $count } jetons, c'est trop : { $most } au plus
jeu421-not-dice = « { $text } » n'est pas une suite de faces de 1 à 6
jeu421-number = « { $text } » n'est pas un nombre de jetons : écrire un entier, par exemple 10
jeu421-totals-impossible = « { $text } » : ces totaux sont impossibles, un joueur au moins a des jetons et les deux ensemble en ont de 2 à { $most }
jeu421-dice = « { $text } » ne sont pas trois dés : écrire trois chiffres de 1 à 6, - pour un dé en l'air
jeu421-throws = « { $text } » n'est pas un nombre de lancers : écrire 1, 2 ou 3
jeu421-round = « { $text } » ne finit pas par un numéro de manche : écrire #2 ou plus
jeu421-shape = « { $text } » n'est pas une position : écrire 10/10, 10/10/first/113/1 ou 10/10/second/164/1/421
jeu421-move = « { $text } » n'est pas un coup : écrire 0 pour garder, ou 1 puis pour chaque dé 1 pour le relancer, sinon 0
jeu421-effect = « { $text } » n'est pas l'effet d'un coup ni d'un lancer
jeu421-option-tokens = nombre de jetons de chacun au départ (demandé s'il manque)
jeu421-option-dice = faces des premiers dés dans l'ordre où ils tombent, par exemple 113224
jeu421-card-option-tokens = jetons de chacun, ou des deux joueurs, par exemple 7/13 (10)
jeu421-card-option-against = la carte du joueur 2 contre ce résultat du joueur 1, par exemple 421
jeu421-card-first = 421 à { $first } contre { $second }, carte du joueur 1 : il gagne { $win } % des parties
jeu421-card-second = 421 à { $first } contre { $second }, carte du joueur 2 contre { $against } : il gagne { $win } % des parties
jeu421-card-legend = Pour chaque combinaison : ce qu'il faut garder après le premier lancer, puis après le deuxième ; - est un dé à relancer.
jeu421-card-thrown = dés
jeu421-card-after-first = 1er
jeu421-card-after-second = 2e
jeu421-over = La partie est terminée.
jeu421-unknown-cheat = « { $text } » n'est pas une triche : écrire triche
jeu421-wins = { $name } gagne !

# Sur la page.
jeu421-board = Manche { $round }, lancer { $throw } sur 3
jeu421-near-tokens = De ce côté : { $count } { $form ->
    [many] jetons
   *[one] jeton
}
jeu421-far-tokens = En face : { $count } { $form ->
    [many] jetons
   *[one] jeton
}
jeu421-result = Gardé : { $dice }, vaut { $count } { $form ->
    [many] jetons
   *[one] jeton
}
jeu421-throw-number = Lancer { $throw } sur 3
jeu421-die = Dé { $die } : { $face }
jeu421-die-air = Dé { $die } : en l'air
jeu421-to-beat = à battre
jeu421-last-round = manche finie
jeu421-keep = Garder
jeu421-throw = Relancer les trois
jeu421-keep-dice = garder { $dice }
jeu421-throw-dice = relancer { $dice }
jeu421-throw-some = relancer { $count } { $form ->
    [many] dés
   *[one] dé
}
jeu421-did-fall = { $who ->
    [you] Vous lancez
   *[other] { $name } lance
} { $dice }, lancer { $throw } sur 3.
jeu421-did-throw = { $who ->
    [you] Vous relancez
   *[other] { $name } relance
} { $count } { $form ->
    [many] dés
   *[one] dé
}.
jeu421-did-keep = { $who ->
    [you] Vous gardez
   *[other] { $name } garde
} { $dice }.
jeu421-did-draw = { $who ->
    [you] Vous gardez
   *[other] { $name } garde
} { $dice } : égalité, personne ne donne rien.
jeu421-did-settle = { $who ->
    [you] Vous gardez
   *[other] { $name } garde
} { $dice } : { $giver ->
    [you] vous gagnez la manche et donnez
   *[other] { $from } gagne la manche et donne
} { $count } { $form ->
    [many] jetons
   *[one] jeton
}.
jeu421-why = { $who ->
    [you] Vous n'avez
   *[other] { $name } n'a
} plus de jetons.
jeu421-rule-turn = Chacun a des jetons dont il doit se défaire. À chaque manche, chacun à son tour lance trois dés, trois fois au plus, en choisissant les dés à relancer, puis garde la combinaison.
jeu421-rule-combinations = 421 vaut 8 jetons, un brelan 5, une suite comme 3 4 5 en vaut 2, tout le reste 1.
jeu421-rule-tokens = La meilleure combinaison gagne la manche et donne à l'autre autant de jetons qu'elle vaut ; à valeur égale, le plus grand nombre gagne.
jeu421-rule-end = Le premier qui n'a plus de jetons gagne.
jeu421-field-tokens = Jetons de chacun au départ
jeu421-begins = Le joueur 1 lance le premier à chaque manche.
jeu421-edit-turn = tourner un dé
jeu421-edit-more = un jeton de plus
jeu421-edit-fewer = un jeton de moins
jeu421-edit-throws = lancer suivant
jeu421-edit-first = le premier joueur lance
jeu421-edit-beat = ces dés sont à battre

# Les conseils et leurs raisons.
jeu421-advice-dice = { $kept ->
    [0] Aucun dé ne mérite d'être gardé.
    [1] Un seul dé mérite d'être gardé.
    [3] Les trois dés méritent d'être gardés.
   *[other] { $kept } dés méritent d'être gardés.
  }
jeu421-why-pays = { $dice } donne { $tokens } { $tokens ->
    [one] jeton
   *[other] jetons
  } s'il gagne la manche.
jeu421-why-improves = Choisir de { $move } donne mieux dans { $count } { $count ->
    [one] lancer
   *[other] lancers
  } sur { $of } ({ $percent } %).
jeu421-why-aims = Choisir de { $move } fait { $tokens } { $form ->
    [one] jeton
   *[many] jetons
} dans { $count } cas sur { $of } ({ $percent } %).
jeu421-why-beats = Choisir de { $move } bat { $result } dans { $count } cas sur { $of } ({ $percent } %).

# Comment choisissent les stratégies.
jeu421-strategy-naif = garde ou relance chaque dé au hasard
jeu421-strategy-glouton = cherche à donner le plus de jetons possible dans la manche
jeu421-strategy-expert = a la plus grande probabilité de gagner la partie
jeu421-strategy-tricheur = tourne ses dés sur 421 et les garde
jeu421-goal = Lancez trois dés et débarrassez-vous le premier de vos jetons.
