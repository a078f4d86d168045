dominos-about = Dominos
dominos-hand = Joueur { $player }: { $tiles }
dominos-begins = Joueur { $player } commence
dominos-line = Table: { $tiles }
dominos-passes = Joueur { $player } passe
dominos-draws = Joueur { $player } pioche et passe
dominos-receives = Joueur { $player } reçoit { $tile }
dominos-points = Points: { $first } pour le joueur 1, { $second } pour le joueur 2
dominos-ask = { $name }, quel domino ?{" "}
dominos-ask-end = À gauche ou à droite (g/d) ?{" "}
dominos-end = Répondre g pour la gauche ou d pour la droite.
dominos-unreadable = Vous devez donner un domino, par exemple 61.
dominos-dealing = Impossible ! Un domino est en train d'être donné.
dominos-not-held = Impossible ! Vous n'avez pas le { $tile }.
dominos-must-open = Impossible ! La partie commence par le { $tile }.
dominos-does-not-fit = Impossible ! Le { $tile } ne va ni avec { $left } ni avec { $right }.
dominos-no-choice = Impossible ! Le { $tile } ne va pas aux deux bouts : écrire { $tile }.
dominos-can-play = Impossible ! Le { $tile } peut être joué.
dominos-must-draw = Impossible ! Le talon n'est pas vide : il faut piocher.
dominos-nothing-to-draw = Impossible ! Il n'y a rien à piocher.
dominos-size = { $size } dominos par joueur, c'est impossible : de 1 à { $most }
dominos-uneven = les deux mains doivent avoir le même nombre de dominos : { $first } et { $second }
dominos-twice = le domino { $tile } est donné deux fois
dominos-tile = « { $text } » n'est pas un domino : écrire 61, ou 00 pour le double blanc
dominos-move = « { $text } » n'est pas un coup : écrire un domino (61, 61d à droite), pioche ou passe
dominos-not-a-rule = « { $text } » n'est pas une règle : choisir 1 ou 2
dominos-rule = « { $text } » n'est pas une règle : 1 ou 2, et dans une position 1x10 ou 2x7
dominos-deal = « { $text } » n'est pas une donne : écrire 66,21/61,10
dominos-drawn = « { $text } » ne peut pas être pioché ici : après pioche, écrire + et un domino du talon
dominos-effect = « { $text } » n'est pas l'effet d'un coup, d'une donne ni d'une pioche
dominos-no-view = « { $text } » n'est pas une vue : écrire 1x10 first 66,54,… 10/8 : first 66 61
dominos-view-deal = cette vue est impossible : la donne est trop petite ou trop grande
dominos-view-stuck = cette vue est impossible : un joueur passe ou pioche où il n'en a pas le droit
dominos-view-twice = cette vue est impossible : le { $tile } est à deux endroits
dominos-view-does-not-fit = cette vue est impossible : le { $tile } ne va pas là où il est posé
dominos-view-counts = cette vue est impossible : les nombres de dominos ne concordent pas
dominos-view-opponent = cette vue est impossible : aucune main ne permet à l'adversaire ce qu'il a fait
dominos-option-rule = 1 : qui ne peut pas jouer passe ; 2 : qui ne peut pas jouer pioche et passe (1)
dominos-option-hand = nombre de dominos de chacun (10 à la règle 1, 7 à la règle 2)
dominos-option-deal = les deux mains, et le talon dans l'ordre où il sera pioché, par exemple 66,21/61,10/53,00
dominos-over = La partie est terminée.
dominos-unknown-cheat = « { $text } » n'est pas une triche : écrire triche
dominos-wins = { $name } gagne !

# Sur la page.
dominos-board = Dominos posés : { $tiles }
dominos-board-empty = Aucun domino posé
dominos-laid = Posé : { $tile }
dominos-held = Domino { $tile }
dominos-line-end = Le bout { $place ->
    [left] à gauche
    [right] à droite
    [top] en haut
   *[bottom] en bas
}, prend { $takes }
dominos-near-hand = Main proche : { $count } { $form ->
    [many] dominos
   *[one] domino
}
dominos-far-hand = Main d'en face : { $count } { $form ->
    [many] dominos
   *[one] domino
}
dominos-boneyard = Talon : { $count } { $form ->
    [many] dominos
   *[one] domino
}
dominos-draw = piocher
dominos-pass = passer
dominos-draw-button = Piocher
dominos-pass-button = Passer
dominos-lay = poser { $tile }
dominos-lay-at = poser { $tile } { $place ->
    [left] à gauche
    [right] à droite
    [top] en haut
   *[bottom] en bas
}
dominos-did-lay = { $who ->
    [you] Vous posez
   *[other] { $name } pose
} { $tile }.
dominos-did-receive = { $who ->
    [you] Vous recevez
   *[other] { $name } reçoit
} { $tile }.
dominos-did-draw = { $who ->
    [you] Vous piochez et passez.
   *[other] { $name } pioche et passe.
}
dominos-did-pass = { $who ->
    [you] Vous passez.
   *[other] { $name } passe.
}
dominos-why-out = { $who ->
    [you] Vous avez posé tous vos dominos.
   *[other] { $name } a posé tous ses dominos.
} Points restants : { $first } { $one }, { $second } { $two }.
dominos-why-blocked = Personne ne peut jouer. Points restants : { $first } { $one }, { $second } { $two }.
dominos-rule-lay = Posez un domino à l'un des bouts de la ligne, de sorte que des nombres égaux se touchent.
dominos-rule-ends = Les places en pointillé montrent les deux bouts et ce qu'ils prennent.
dominos-rule-one = Règle 1 : dix dominos chacun. Qui ne peut jouer passe. Le plus grand double commence.
dominos-rule-two = Règle 2 : sept dominos chacun. Qui ne peut jouer pioche un domino au talon et passe. Le plus grand domino commence.
dominos-rule-end = Qui a posé tous ses dominos gagne. Si personne ne peut jouer, le moins de points en main gagne.
dominos-field-rule = Règle
dominos-rule-1 = 1 : qui ne peut jouer passe
dominos-rule-2 = 2 : qui ne peut jouer pioche et passe
dominos-field-hand = Dominos de chacun (10 avec la règle 1, 7 avec la règle 2)
dominos-who-begins = Qui reçoit le plus grand double (règle 1) ou le plus grand domino (règle 2) commence.
dominos-edit-exchange = échanger deux dominos

# Les conseils et leurs raisons.
dominos-advice-end = Regardez le bout qui montre { $end }.
dominos-advice-nothing = Il n'y a rien à choisir.
dominos-advice-no-turn = personne n'a le trait dans cette position
dominos-why-answers = Choisir de { $move } donne les bouts { $left } et { $right }. Dominos non vus qui conviennent : { $to_left } au { $left }, { $to_right } au { $right }, { $either } à l'un ou l'autre.
dominos-why-answers-both = Choisir de { $move } met { $end } aux deux bouts. Dominos non vus qui conviennent : { $either }.
dominos-why-at-risk = Choisir de { $move } laisse { $points } { $points ->
    [one] point
   *[other] points
  } en main.
dominos-why-goes-out = Choisir de { $move } vide la main.

# Comment choisissent les stratégies.
dominos-strategy-naif = joue un coup permis au hasard
dominos-strategy-premier = pose le premier domino possible, à gauche s'il y va : la stratégie du sujet
dominos-strategy-glouton = pose le domino qui a le plus de points
dominos-strategy-habile = pose des points et des doubles, en gardant de quoi jouer ensuite
dominos-strategy-expert = déduit ce que l'adversaire peut tenir, et calcule sur des mains possibles
dominos-strategy-tricheur = regarde la main de l'adversaire, puis joue au mieux contre elle
dominos-goal = Posez tous vos dominos, ou gardez le moins de points.
