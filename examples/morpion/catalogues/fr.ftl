morpion-about = Le morpion
morpion-ask = { $name }, quelle case ?{" "}
morpion-plays = { $name } joue en { $cell }.
morpion-taken = La case { $cell } est prise.
morpion-nothing = Il n'y a rien à effacer dans la case { $cell }.
morpion-over = La partie est terminée.
morpion-cell = « { $text } » n'est pas une case : écrire un nombre de 1 à 9
morpion-position = « { $text } » n'est pas une position : écrire les cases et le camp qui doit jouer, par exemple x.o/.x./... second
morpion-cheat = « { $text } » n'est pas une triche : écrire triche et une case, par exemple triche5
morpion-board = Plateau de neuf cases
morpion-cell-name = case { $cell }
morpion-cell-holds = Case { $cell } : { $holds ->
    [cross] croix
    [nought] rond
   *[nothing] libre
}
morpion-did = { $who ->
    [you] Vous jouez
   *[other] { $name } joue
} la case { $cell }.
morpion-rule = Chacun à son tour marque une case libre. Le premier qui en aligne trois gagne.
