# Languages.
unknown-language = `{ $text }` is not a language of the house: write fr or en
