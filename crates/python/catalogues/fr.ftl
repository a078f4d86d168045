# Ce que le module pour Python dit des arguments qui ne vont pas.
python-time = { $seconds } s n'est pas une durée : donner des secondes, 0 ou plus.
python-threads = { $threads } fils : de 1 à { $most } sont possibles.
python-no-numbers = { $game } n'a pas de numéros d'action : donner ses coups en texte.
python-side = { $text } n'est pas un camp : écrire 'first' ou 'second'.
python-draw-first = Un tirage du hasard vient d'abord : appeler draw().
python-over = La partie est terminée.
python-nothing-drawn = Aucun tirage du hasard n'est attendu maintenant.
python-no-luck = Cette copie n'a pas de hasard : donner un résultat à draw(), ou faire la copie avec copy(seed=N).
python-outcome = { $outcome } n'est pas un tirage possible : les résultats sont numérotés à partir de 0, en dessous de { $outcomes }.
python-action = { $action } n'est pas une action permise : voir legal_actions().
python-order = Les parties n'ont pas d'ordre : les comparer avec == ou !=.
python-option = { $game } n'a pas d'option { $option } : { $known }.
python-too-large = { $text } est trop grand : les entiers ont 64 bits.
python-endless = Des listes ou des dicts sont trop imbriqués, ou l'un se contient lui-même.
python-kind = { $kind } n'est pas possible ici : donner un nombre, un texte, une liste ou un dict.
