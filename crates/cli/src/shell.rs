//! Quoting of words for commands that a person pastes into a shell.

/// Returns `text` so that a POSIX shell reads it back as one word.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "./:_-=,@".contains(char);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}
