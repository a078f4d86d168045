//! JSON messages between the dispatcher and the workers: size limits, encoding, and checks of foreign text.

use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) const MAX_JOB_BYTES: usize = 64 << 10;
/// Maximum size of a game record that a worker returns, in bytes.
pub(crate) const MAX_RECORD_BYTES: usize = 384 << 10;
/// Maximum size of the notes that programs leave beside a record, in bytes.
pub(crate) const MAX_NOTES_BYTES: usize = 128 << 10;
pub(crate) const MAX_REPORT_BYTES: usize = 900 << 10;
/// Maximum size of an encoded result, in bytes; NATS refuses messages above one mebibyte.
pub(crate) const MAX_RESULT_BYTES: usize = 960 << 10;
pub(crate) const MAX_HEARTBEAT_BYTES: usize = 16 << 10;
pub(crate) const MAX_RECEIPT_BYTES: usize = 64;
/// Maximum length of the name of a worker or a batch, in letters.
const MAX_NAME_LETTERS: usize = 64;
/// Maximum length of a failure reason from a worker, in letters; the rest is cut off.
const MAX_REASON_LETTERS: usize = 300;
const DIGEST_LETTERS: usize = 64;

pub(crate) fn encode(message: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(message)
        .expect("messages hold texts, numbers and lists, which JSON can write")
}

/// Decodes a JSON message; none when it is longer than `max_bytes` or has another form.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8], max_bytes: usize) -> Option<T> {
    (bytes.len() <= max_bytes)
        .then(|| serde_json::from_slice(bytes).ok())
        .flatten()
}

/// Whether a text is 1 to 64 ASCII letters, digits, `-` or `_`, and so may be part of a NATS subject.
pub(crate) fn is_name(text: &str) -> bool {
    let allowed = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
    (1..=MAX_NAME_LETTERS).contains(&text.len()) && text.chars().all(allowed)
}

pub(crate) fn is_digest(text: &str) -> bool {
    text.len() == DIGEST_LETTERS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A foreign text made safe for a terminal: without control characters, and at most 300 letters.
pub(crate) fn printable(text: &str) -> String {
    let shown = text.chars().filter(|char| !char.is_control());
    shown.take(MAX_REASON_LETTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_digests_have_no_characters_of_paths_or_subjects() {
        for name in ["w", "lab-3_b"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "a.b", "a/b", "*", "w\u{1b}[2J", &"x".repeat(65)] {
            assert!(!is_name(name), "{name}");
        }
        assert!(is_digest(&"0a".repeat(32)));
        assert!(!is_digest("../../etc") && !is_digest(&"g".repeat(64)));
    }

    #[test]
    fn a_message_above_its_limit_is_not_decoded() {
        let bytes = encode(&vec!["a"; 10]);
        assert!(decode::<Vec<String>>(&bytes, bytes.len()).is_some());
        assert!(decode::<Vec<String>>(&bytes, bytes.len() - 1).is_none());
    }
}
