//! Writing and reading of bit strings in bytes, highest bit first.

/// Bytes that must follow the last code in a buffer given to a [`BitReader`]: it reads eight at a
/// time.
pub(crate) const SLACK: usize = 8;

/// Appends codes of up to 32 bits to a byte buffer.
#[derive(Default)]
pub(crate) struct BitWriter {
    bytes: Vec<u8>,
    pending: u64,
    count: u32,
}

impl BitWriter {
    /// Appends the lowest `length` bits of `code`.
    #[inline]
    pub(crate) fn push(&mut self, code: u32, length: u32) {
        self.pending = self.pending << length | u64::from(code);
        self.count += length;
        if self.count >= 32 {
            self.count -= 32;
            let word = (self.pending >> self.count) as u32;
            self.bytes.extend_from_slice(&word.to_be_bytes());
        }
    }

    /// Fills the last byte with zero bits and returns the buffer, which the caller empties.
    pub(crate) fn finish(&mut self) -> &mut Vec<u8> {
        let word = ((self.pending << 32) >> self.count) as u32;
        let length = self.count.div_ceil(8) as usize;
        self.bytes.extend_from_slice(&word.to_be_bytes()[..length]);
        self.count = 0;
        self.pending = 0;
        &mut self.bytes
    }
}

/// Reads bits of a slice whose last [`SLACK`] bytes are padding; reads past the end give zeros.
#[derive(Clone, Copy)]
pub(crate) struct BitReader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> BitReader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Returns the next `count` bits, 1 to 32, without moving.
    #[inline]
    pub(crate) fn peek(&self, count: u32) -> u32 {
        let from = self.position / 8;
        let word = self.bytes.get(from..from + 8).map_or(0, |bytes| {
            u64::from_be_bytes(bytes.try_into().expect("eight bytes"))
        });
        (word << (self.position % 8) >> (64 - count)) as u32
    }

    #[inline]
    pub(crate) fn skip(&mut self, count: u32) {
        self.position += count as usize;
    }

    #[inline]
    pub(crate) fn read(&mut self, count: u32) -> u32 {
        let bits = self.peek(count);
        self.skip(count);
        bits
    }

    /// Returns whether the reader moved past the end of the slice.
    #[inline]
    pub(crate) fn is_past_end(&self) -> bool {
        self.position > 8 * self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn codes_read_back_as_they_were_written(codes in prop::collection::vec((any::<u32>(), 1..=32u32), 0..99)) {
            let short = |(code, length): &(u32, u32)| code >> (32 - length);
            let mut writer = BitWriter::default();
            for code in &codes {
                writer.push(short(code), code.1);
            }
            let mut bytes = writer.finish().clone();
            bytes.extend([0; SLACK]);
            let mut reader = BitReader::new(&bytes);
            for code in &codes {
                prop_assert_eq!(reader.read(code.1), short(code));
            }
        }
    }
}
