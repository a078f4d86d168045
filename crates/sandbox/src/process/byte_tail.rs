//! The last bytes of a stream of any length.

use std::collections::VecDeque;

use super::line_buffer::visible;

/// The newest bytes of a stream, at most `most` of them.
#[derive(Debug)]
pub(super) struct ByteTail {
    bytes: VecDeque<u8>,
    most: usize,
}

impl ByteTail {
    pub(super) fn new(most: usize) -> Self {
        Self {
            bytes: VecDeque::new(),
            most,
        }
    }

    pub(super) fn push(&mut self, bytes: &[u8]) {
        let new = &bytes[bytes.len().saturating_sub(self.most)..];
        let old = (self.bytes.len() + new.len()).saturating_sub(self.most);
        self.bytes.drain(..old);
        self.bytes.extend(new);
    }

    /// The bytes as text with control codes escaped.
    pub(super) fn text(&self) -> String {
        let (front, back) = self.bytes.as_slices();
        visible(&[front, back].concat())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_bytes_are_kept() {
        let mut tail = ByteTail::new(5);
        for bytes in [&b"abc"[..], b"", b"def"] {
            tail.push(bytes);
        }
        assert_eq!(tail.text(), "bcdef");
        tail.push(b"0123456789");
        assert_eq!(tail.text(), "56789");
    }
}
