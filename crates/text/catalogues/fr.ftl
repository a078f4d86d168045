# Langues.
unknown-language = « { $text } » n'est pas une langue de la maison : écrire fr ou en
