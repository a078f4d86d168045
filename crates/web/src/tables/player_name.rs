//! What somebody may be called: something that can be seen, and that shows as it is written.

use unicode_normalization::UnicodeNormalization as _;

const LONGEST: usize = 40;

/// The name in its composed form (NFC) without blanks around it; none where it is too long, turns
/// the direction of the text around, or shows nothing.
pub(crate) fn of(text: &str) -> Option<String> {
    // Composing makes a text at most three times as long: refuse before working.
    if text.len() > 16 * LONGEST {
        return None;
    }
    let name: String = text.trim().nfc().collect();
    let good = name.chars().count() <= LONGEST && !name.chars().any(is_forbidden);
    let seen = name.is_empty() || name.chars().any(|one| !is_invisible(one));
    (good && seen).then_some(name)
}

/// Controls, and what changes the direction of the text that follows.
fn is_forbidden(one: char) -> bool {
    one.is_control()
        || matches!(one,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// What leaves no ink by itself: blanks, joiners, fillers, variation selectors.
fn is_invisible(one: char) -> bool {
    one.is_whitespace()
        || matches!(one,
            '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}'
            | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{e0100}'..='\u{e01ef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_composed_and_stripped() {
        assert_eq!(of(" Zoe\u{301} "), Some("Zo\u{e9}".to_owned()));
        assert_eq!(of("عمر"), Some("عمر".to_owned()));
        assert_eq!(of(&"é".repeat(40)), Some("é".repeat(40)));
    }

    #[test]
    fn what_hides_or_turns_the_text_around_is_no_name() {
        let names = [
            "a\u{202e}b",
            "\u{2066}a",
            "\u{200b}",
            "\u{3164}",
            " \u{200d}\u{feff} ",
            "a\nb",
            &"é".repeat(41),
            &"e\u{301}".repeat(41),
        ];
        for name in names {
            assert_eq!(of(name), None, "{name:?}");
        }
    }
}
