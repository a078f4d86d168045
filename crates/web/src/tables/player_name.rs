//! Names of players: visible, at most 40 characters, and shown in the order they are written.

use unicode_normalization::UnicodeNormalization as _;

/// Maximum length of a name, in characters.
const LONGEST: usize = 40;

/// The name in its composed form (NFC) without blanks around it; none where it is too long, changes
/// the direction of text, or shows nothing. Empty text is a name.
pub(crate) fn clean_name(text: &str) -> Option<String> {
    // Composing makes a text at most three times as long: refused before that work.
    if text.len() > 16 * LONGEST {
        return None;
    }
    let name: String = text.trim().nfc().collect();
    let good = name.chars().count() <= LONGEST && !name.chars().any(is_forbidden);
    let visible = name.is_empty() || name.chars().any(|one| !is_invisible(one));
    (good && visible).then_some(name)
}

/// Control characters, and characters that change the direction of the text that follows.
fn is_forbidden(one: char) -> bool {
    one.is_control()
        || matches!(one,
            '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Characters that show nothing by themselves: blanks, joiners, fillers, variation selectors.
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
        assert_eq!(clean_name(" Zoe\u{301} "), Some("Zo\u{e9}".to_owned()));
        assert_eq!(clean_name("عمر"), Some("عمر".to_owned()));
        assert_eq!(clean_name(&"é".repeat(40)), Some("é".repeat(40)));
    }

    #[test]
    fn invisible_and_direction_changing_text_is_no_name() {
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
            assert_eq!(clean_name(name), None, "{name:?}");
        }
    }
}
