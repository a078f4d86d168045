morpion-about = Le morpion
morpion-ask = { $name }, quelle case ?{" "}
morpion-plays = { $name } joue en { $cell }.
morpion-taken = La case { $cell } est prise.
morpion-nothing = Il n'y a rien à effacer dans la case { $cell }.
morpion-cell = « { $text } » n'est pas une case : écrire un nombre de 1 à 9
morpion-position = « { $text } » n'est pas une position : écrire x.o/.x./... second
