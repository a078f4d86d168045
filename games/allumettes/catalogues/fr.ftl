allumettes-about = 13 allumettes
allumettes-left = Allumettes restantes : { $left }
allumettes-ask = { $name }, combien d'allumettes ?{" "}
allumettes-ask-heap = { $name }, quel tas et combien d'allumettes (tas:nombre) ?{" "}
allumettes-takes = { $name } prend { $count } { $form ->
    [many] allumettes
   *[one] allumette
}.
allumettes-unreadable = Vous devez donner un entier.
allumettes-unreadable-heap = Vous devez donner un tas et un entier, par exemple 3:2.
allumettes-too-few = Impossible ! Nombre invalide : { $count } (< 1)
allumettes-too-many = Impossible ! Nombre invalide : { $count } (> { $most })
allumettes-no-such-heap = Impossible ! Tas invalide : { $heap } (> { $heaps })
allumettes-one-less = {"["}Une allumette en moins, plus que { $left }. Chut !]
allumettes-nothing-to-gain = {"["}Plus qu'une allumette, impossible de tricher.]
allumettes-empty = il n'y a pas d'allumette à prendre : il en faut au moins 1
allumettes-too-many-matches = { $count } allumettes, c'est trop : { $most } au plus
allumettes-too-many-heaps = { $count } tas, c'est trop : { $most } au plus
allumettes-number = « { $text } » n'est pas un nombre d'allumettes
allumettes-suffix = « { $text } » n'est pas une option de position : écrire max=N, max=any, last-wins ou second
allumettes-heaps-and-matches = donner --heaps ou --matches, pas les deux
allumettes-option-matches = nombre initial d'allumettes (13)
allumettes-option-max = prise maximale (3 ; tout le tas s'il y en a plusieurs)
allumettes-option-heaps = plusieurs tas, par exemple 1,3,5,7 (Marienbad)
allumettes-option-last-wins = la dernière allumette gagne
allumettes-over = La partie est terminée.
allumettes-unknown-cheat = « { $text } » n'est pas une triche : écrire triche
allumettes-said-cheating = {"["}Je triche...]

# Sur la page.
allumettes-title = { $count } { $form ->
    [many] allumettes
   *[one] allumette
}
allumettes-title-heaps = Des tas de { $heaps } allumettes
allumettes-board = Il reste { $count } { $form ->
    [many] allumettes
   *[one] allumette
}
allumettes-count = { $count } { $form ->
    [many] allumettes
   *[one] allumette
}
allumettes-heap = Tas { $heap } : { $count } { $form ->
    [many] allumettes
   *[one] allumette
}
allumettes-take = prendre { $count }
allumettes-take-heap = prendre { $count } dans le tas { $heap }
allumettes-did = { $who ->
    [you] Vous prenez
   *[other] { $name } prend
} { $count } { $form ->
    [many] allumettes
   *[one] allumette
} : il en reste { $left }.
allumettes-took-last = { $who ->
    [you] Vous avez pris
   *[other] { $name } a pris
} la dernière allumette.
allumettes-rule-take = Chacun à son tour prend une, deux ou trois allumettes.
allumettes-rule-touch = Touchez l'allumette jusqu'à laquelle vous prenez, en comptant de la droite.
allumettes-rule-last = Qui doit prendre la dernière allumette perd, sauf si l'on a convenu que la dernière gagne.
allumettes-rule-heaps = Avec plusieurs tas, on prend autant qu'on veut, mais dans un seul tas.
allumettes-field-matches = Allumettes au départ
allumettes-field-max = Nombre maximal d'allumettes par coup
allumettes-field-heaps = Plusieurs tas au lieu d'un : leurs tailles
allumettes-field-last-wins = Qui prend la dernière allumette gagne
allumettes-edit-more = une allumette de plus
allumettes-edit-ten = dix de plus
allumettes-edit-fewer = enlever
allumettes-edit-heap = un tas de plus
allumettes-edit-other = à l'autre de jouer

# Les conseils et leurs raisons.
allumettes-advice-rest = Regardez ce que vous laisseriez, modulo { $modulus }.
allumettes-advice-heap = Regardez le tas { $heap }.
allumettes-why-remainder = Choisir de { $move } laisse { $left }, soit { $rest } modulo { $modulus } : { $wins ->
    [yes] qui doit y jouer perd, car { $lost } est le reste perdant.
   *[no] qui y joue gagne en laissant un reste de { $lost }.
  }
allumettes-why-nim-sum = Choisir de { $move } laisse une somme de nim de { $sum } : { $wins ->
    [yes] qui doit y jouer perd.
   *[no] qui y joue peut gagner.
  }
allumettes-why-ones = Choisir de { $move } laisse des tas qui comptent pour 0 ou 1, dont { $ones } pour 1 : { $wins ->
    [yes] quand ce nombre est impair, qui doit jouer perd.
   *[no] quand ce nombre est pair, qui doit jouer gagne.
  }
allumettes-why-hopeless = Chaque coup laisse à l'adversaire une position gagnée.

# Les fonctions du sujet.
subject-raised-too-few = Nombre invalide : { $count } (< 1)
subject-raised-too-many = Nombre invalide : { $count } (> { $most })

# Comment choisissent les stratégies.
allumettes-strategy-naif = prend au hasard de 1 à 3 allumettes, même s'il en reste moins
allumettes-strategy-rapide = prend le plus d'allumettes possible
allumettes-strategy-lente = prend une seule allumette
allumettes-strategy-expert = gagne dès que c'est possible
allumettes-strategy-tricheur = retire des allumettes en cachette, puis en prend une
allumettes-goal = Prenez-en une, deux ou trois : qui prend la dernière perd.
allumettes-begins = Le joueur 1 commence et, avec 13 allumettes, perd contre un jeu parfait : pour jouer en second, échangez les places dans « Plus d'options ».
