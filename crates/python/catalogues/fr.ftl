# Ce que le module pour Python dit des arguments qui ne vont pas.
python-time = { $seconds } s n'est pas une durée.
python-threads = { $threads } fils : de 1 à { $most } sont possibles.
python-no-numbers = { $game } n'a pas de numéros pour ses coups.
python-side = { $text } n'est pas un camp : 'first' ou 'second'.
python-draw-first = Le hasard doit d'abord tirer : draw().
python-over = La partie est terminée.
python-nothing-drawn = Le hasard n'a rien à tirer maintenant.
python-outcome = { $outcome } n'est pas un résultat : il y en a { $outcomes }, à partir de 0.
python-action = { $action } n'est pas une action permise.
python-order = Les parties n'ont pas d'ordre.
python-option = { $game } n'a pas d'option { $option } : { $known }.
python-too-large = { $text } est trop grand.
python-endless = Des listes dans des listes, sans fin.
python-kind = { $kind } : un nombre, un texte, une liste ou un dict est attendu.
