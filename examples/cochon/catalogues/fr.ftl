cochon-about = Le cochon, en 20 points
cochon-ask = { $name }, { $points } points dans ce tour, { $total } gardés : lancer ou garder ?{" "}
cochon-throws = { $name } lance le dé : { $face }.
cochon-keeps = { $name } garde { $points } points et en a { $total }.
cochon-in-the-air = Le dé n'est pas encore tombé.
cochon-over = La partie est terminée.
cochon-move = « { $text } » n'est pas un coup : écrire lancer ou garder
cochon-effect = « { $text } » n'est pas un effet : écrire lancer, +10 ou une face de 1 à 6
cochon-position = « { $text } » n'est pas une position : écrire le tour, les totaux et les dés, par exemple 3 12/7 352 ou 4 12/7 -
cochon-board = Points de ce tour : { $points }
cochon-total = Joueur { $player } : { $total } sur 20 points
cochon-throw = lancer
cochon-keep = garder { $points }
cochon-did-fall = { $who ->
    [you] Vous lancez
   *[other] { $name } lance
} le dé : { $face }{ $face ->
    [1] , et les points du tour sont perdus
   *[other] {""}
}.
cochon-did-keep = { $who ->
    [you] Vous gardez
   *[other] { $name } garde
} { $points } points.
cochon-rule-turn = On lance le dé autant de fois qu'on veut : chaque face s'ajoute aux points du tour, mais un 1 les fait tous perdre. Garder les points met fin au tour.
cochon-rule-end = Le premier joueur qui atteint 20 points gagne.
