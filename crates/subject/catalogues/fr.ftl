# Les fonctions des sujets.
subject-unknown = « { $text } » n'est pas un sujet : choisir { $known }
subject-unknown-function = « { $name } » n'est pas une fonction du sujet { $subject }
subject-unknown-sample = « { $name } » n'est pas un exemple du sujet { $subject }
subject-arity = { $name } attend ({ $expected }), et a reçu { $given } { $given ->
    [one] argument
   *[other] arguments
}
subject-word = l'argument { $at } ne convient pas : « { $text } » n'est ni du JSON ni du Python ; { $expected } est attendu
subject-argument = l'argument { $at } ne convient pas : { $reason }
subject-type = { $found } au lieu de { $expected }
subject-range = { $found } n'est pas entre { $from } et { $to }
subject-length = { $found } { $found ->
    [one] valeur
   *[other] valeurs
} au lieu de { $expected }
subject-ragged = la ligne { $row } a { $found } { $found ->
    [one] pixel
   *[other] pixels
} alors que la ligne 0 en a { $expected }
subject-missing-key = la clef « { $key } » manque
subject-unknown-key = la clef « { $key } » est inconnue
subject-not-a-tile = { $found } n'est pas un domino : écrire [6,1] ou 61
subject-unknown-strategy = « { $text } » n'est pas une stratégie : choisir { $known }
subject-requires = { $name } suppose { $condition }
subject-raised = { $exception } : { $reason }
subject-end-of-input = l'entrée s'est terminée alors qu'une réponse était attendue
subject-note-changes = modifie { $names }
subject-note-reads = lit l'entrée
subject-note-prints = affiche
subject-note-random = au hasard
subject-note-requires = suppose { $names }
subject-note-aliases = ou { $names }
