//! Bytes as hexadecimal digits, two per byte.

pub(crate) fn encode(bytes: &[u8]) -> String {
    let digits = bytes.iter().map(|byte| format!("{byte:02x}"));
    digits.collect::<Vec<_>>().concat()
}

/// The bytes that the digits stand for; `None` for an odd number of digits or another character.
pub(crate) fn decode(digits: &str) -> Option<Vec<u8>> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    (0..digits.len()).step_by(2).map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_bytes_are_decoded() {
        assert_eq!(encode(&[0, 0xc3, 0xff]), "00c3ff");
        assert_eq!(decode("00c3FF"), Some(vec![0, 0xc3, 0xff]));
        assert_eq!(decode("c"), None);
        assert_eq!(decode("zz"), None);
    }
}
