menteur-about = Le menteur, un dé chacun
menteur-ask = { $name }, votre dé montre { $die }. Une annonce comme 1x4, ou menteur ?{" "}
menteur-bids = { $name } annonce { $bid }.
menteur-calls = { $name } dit : menteur !
menteur-dice = Les dés montrent { $first } et { $second }.
menteur-not-thrown = Les dés ne sont pas encore lancés.
menteur-too-low = L'annonce doit dépasser la précédente.
menteur-no-bid = Il n'y a pas encore d'annonce.
menteur-over = La partie est terminée.
menteur-move = « { $text } » n'est pas un coup : écrire une annonce de 1x1 à 2x6, ou menteur
menteur-position = « { $text } » n'est pas une position : écrire les dés, le joueur qui doit jouer et la dernière annonce, par exemple 3/5 second 1x4
menteur-hidden = « { $text } » cache un dé : écrire les deux dés, par exemple 3/5 second 1x4
menteur-board = Table avec deux dés
menteur-die-unthrown = Dé du joueur { $player } : pas encore lancé
menteur-die-hidden = Dé du joueur { $player } : caché
menteur-die-shows = Dé du joueur { $player } : { $face }
menteur-last-bid = Dernière annonce : { $bid }
menteur-bid = { $bid }
menteur-call = menteur !
menteur-did-throw = { $who ->
    [you] Votre dé montre
   *[other] { $name } lance
} { $face }.
menteur-did-bid = { $who ->
    [you] Vous annoncez
   *[other] { $name } annonce
} { $bid }.
menteur-did-call = { $who ->
    [you] Vous dites
   *[other] { $name } dit
} : menteur !
menteur-rule-bid = Chaque joueur lance un dé que l'autre ne voit pas. À tour de rôle, on annonce combien des deux dés montrent une face : 1x4 affirme qu'au moins l'un d'eux est un 4. Chaque annonce dépasse la précédente, d'abord par le nombre de dés, puis par la face.
menteur-rule-call = Au lieu d'annoncer, on peut traiter l'autre de menteur. On montre alors les dés : si l'annonce est vraie, celui qui l'a faite gagne ; sinon, c'est l'autre.
