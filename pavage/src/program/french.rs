//! The messages of the program in French, by their English form.

/// The English messages and their French forms.
fn messages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../../catalogues/french.txt").lines();
    let messages = lines.filter(|line| !line.starts_with('#'));
    messages.filter_map(|line| line.split_once(" = "))
}

/// Whether the environment asks for French.
pub(crate) fn is_wanted() -> bool {
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"];
    let set = names
        .into_iter()
        .filter_map(|name| std::env::var(name).ok());
    let language = set.into_iter().find(|language| !language.is_empty());
    language.is_some_and(|language| language.starts_with("fr"))
}

/// A message in French; one that is not in the table stays as it is.
pub(crate) fn french(message: &str) -> String {
    let mut found = messages().filter_map(|(english, french)| {
        values(message, english).map(|values| filled(french, &values))
    });
    found.next().unwrap_or_else(|| message.to_owned())
}

/// The values of a message that has the form of a pattern.
fn values<'a>(message: &'a str, pattern: &str) -> Option<Vec<&'a str>> {
    let mut parts = pattern.split("{}");
    let mut rest = message.strip_prefix(parts.next()?)?;
    let mut values = Vec::new();
    let mut parts = parts.peekable();
    while let Some(part) = parts.next() {
        // The last value ends where the last part begins.
        let at = match parts.peek() {
            None if rest.ends_with(part) => rest.len() - part.len(),
            None => return None,
            Some(_) => rest.find(part)?,
        };
        values.push(&rest[..at]);
        rest = &rest[at + part.len()..];
    }
    rest.is_empty().then_some(values)
}

fn filled(french: &str, values: &[&str]) -> String {
    let mut text = String::new();
    for part in french.split_inclusive('}') {
        match part.split_once('{') {
            Some((before, number)) => {
                let number: usize = number.trim_end_matches('}').parse().expect("a number");
                let value = values[number];
                let known = messages().find(|(english, _)| *english == value);
                text += before;
                text += known.map_or(value, |(_, french)| french);
            }
            None => text += part,
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_places() {
        for (english, expected) in [
            (
                "row 2 has 3 pixels where row 0 has 4",
                "la ligne 2 est de longueur 3, la ligne 0 de longueur 4",
            ),
            (
                "[0][1]: expected a whole number from 0, found -2",
                "[0][1] : on attend un entier à partir de 0, pas -2",
            ),
            (
                "the picture needs 12 bytes of memory, the limit is 3",
                "il faut 12 octets de mémoire pour l’image, la limite est 3",
            ),
            (
                "byte 4: a size has more than four bytes",
                "octet 4 : une taille a plus de quatre octets",
            ),
            ("a.png", "a.png"),
        ] {
            assert_eq!(french(english), expected);
        }
    }

    #[test]
    fn every_value_is_in_the_french_form() {
        for (english, french) in messages() {
            for number in 0..10 {
                let is_used = french.contains(&format!("{{{number}}}"));
                assert_eq!(is_used, number < english.matches("{}").count(), "{english}");
            }
        }
    }

    /// Every message of an error type is in the table.
    #[test]
    fn every_error_has_a_french_form() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let mut folders = vec![root];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    folders.push(path);
                } else if !path.ends_with("french.rs") {
                    check(&std::fs::read_to_string(path).expect("a source"));
                }
            }
        }
    }

    #[track_caller]
    fn check(source: &str) {
        for mark in ["#[error(\"", "bail!(\"", "anyhow!(\"", "context(\""] {
            for part in source.split(mark).skip(1) {
                let quotes = part.match_indices('"').map(|(at, _)| at);
                let mut ends = quotes.filter(|&at| !part[..at].ends_with('\\'));
                let end = ends.next().expect("the end of a text");
                let english = part[..end].replace("\\\"", "\"");
                let mut message = String::new();
                for piece in english.split_inclusive('}') {
                    message += piece.split('{').next().expect("a first part");
                    message += if piece.contains('{') { "1" } else { "" };
                }
                if message.starts_with("1: {") || message == "transparent" {
                    continue;
                }
                assert!(french(&message) != message, "{message} has no French form");
            }
        }
    }
}
