# Langues.
unknown-language = « { $text } » n'est pas une langue connue : écrire fr ou en
