# Languages.
unknown-language = `{ $text }` is not a supported language: write fr or en
