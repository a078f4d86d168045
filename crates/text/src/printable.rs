//! `printable`: text of strangers without the characters that change what a reader sees.

use std::borrow::Cow;

/// The text with U+FFFD for each control character but line ends and tabs, and for each character that
/// turns the direction of writing or breaks a line. A terminal then shows the text and does nothing else.
pub fn printable(text: &str) -> Cow<'_, str> {
    if text.contains(is_hidden) {
        return text.replace(is_hidden, "\u{fffd}").into();
    }
    text.into()
}

fn is_hidden(c: char) -> bool {
    let is_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let is_control = c.is_control() && !['\n', '\t'].contains(&c);
    is_control || is_direction || ['\u{2028}', '\u{2029}'].contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_codes_and_directions_are_replaced_and_letters_stay() {
        assert_eq!(
            printable("\u{1b}[2Ja\u{202e}b\r\n"),
            "\u{fffd}[2Ja\u{fffd}b\u{fffd}\n"
        );
        assert_eq!(printable("égalité\t«½»\n"), "égalité\t«½»\n");
        assert_eq!(
            printable("\u{7f}\u{9b}\u{2028}\u{2066}"),
            "\u{fffd}".repeat(4)
        );
    }
}
