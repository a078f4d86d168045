//! The binary range coder: encodes binary decisions of known probability to bytes, and decodes
//! them.

/// Encodes or decodes binary decisions, so that each model is one function for both directions.
pub(super) trait RangeCoder {
    /// Codes one decision that is true with `probability` / 65 536, where `probability` is from 1
    /// to 65 535. An encoder writes `decision` and returns it; a decoder ignores `decision` and
    /// returns the decoded value.
    fn code(&mut self, probability: u32, decision: bool) -> bool;

    /// Whether a decoder has read beyond the end of its input.
    fn is_exhausted(&self) -> bool;
}

/// Minimum width of the range: below it a byte is shifted out.
const FLOOR: u32 = 1 << 24;

/// Number of bits of the checksum, which fit into the last bytes of the stream.
pub(super) const CHECK_BITS: u32 = 24;

#[derive(Debug)]
pub(super) struct RangeEncoder {
    bytes: Vec<u8>,
    low: u32,
    range: u32,
    decisions: u64,
}

impl RangeEncoder {
    pub(super) fn new() -> Self {
        Self {
            bytes: Vec::new(),
            low: 0,
            range: u32::MAX,
            decisions: 0,
        }
    }

    /// The number of decisions encoded so far.
    pub(super) fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Ends the stream with the smallest value in the range whose last three bytes are `check`. The
    /// range is at least 2²⁴ wide, so there always is one, and the checksum costs no extra bytes.
    pub(super) fn finish(mut self, check: u32) -> Vec<u8> {
        let candidate = self.low & !(FLOOR - 1) | check;
        let step = if candidate < self.low { FLOOR } else { 0 };
        let (value, carry) = candidate.overflowing_add(step);
        if carry {
            self.carry();
        }
        self.bytes.extend(value.to_be_bytes());
        self.bytes
    }

    fn carry(&mut self) {
        for byte in self.bytes.iter_mut().rev() {
            let (sum, carry) = byte.overflowing_add(1);
            *byte = sum;
            if !carry {
                break;
            }
        }
    }
}

impl RangeCoder for RangeEncoder {
    #[inline]
    fn code(&mut self, probability: u32, decision: bool) -> bool {
        self.decisions += 1;
        let bound = (self.range >> 16) * probability;
        if decision {
            self.range = bound;
        } else {
            let (low, carry) = self.low.overflowing_add(bound);
            self.low = low;
            self.range -= bound;
            if carry {
                self.carry();
            }
        }
        while self.range < FLOOR {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.range <<= 8;
        }
        decision
    }

    fn is_exhausted(&self) -> bool {
        false
    }
}

#[derive(Debug)]
pub(super) struct RangeDecoder<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The code value read so far minus the low end of the range.
    offset: u32,
    range: u32,
}

impl<'a> RangeDecoder<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self {
            bytes,
            at: 0,
            offset: 0,
            range: u32::MAX,
        };
        for _ in 0..4 {
            decoder.offset = decoder.offset << 8 | decoder.next_byte();
        }
        decoder
    }

    /// The next byte of the input, or 0 beyond its end.
    fn next_byte(&mut self) -> u32 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        u32::from(byte)
    }

    /// Whether the stream ended with the smallest value that contains the checksum, as
    /// [`RangeEncoder::finish`] writes it.
    pub(super) fn ends_as_written(&self) -> bool {
        self.offset < FLOOR
    }

    /// Number of bytes read so far, including those beyond the end of the input.
    pub(super) fn position(&self) -> usize {
        self.at
    }
}

impl RangeCoder for RangeDecoder<'_> {
    #[inline]
    fn code(&mut self, probability: u32, _: bool) -> bool {
        let bound = (self.range >> 16) * probability;
        let decision = self.offset < bound;
        // A conditional move instead of a branch: the decision is unpredictable.
        let (below, above) = (self.offset, self.offset.wrapping_sub(bound));
        self.offset = std::hint::select_unpredictable(decision, below, above);
        self.range = std::hint::select_unpredictable(decision, bound, self.range - bound);
        while self.range < FLOOR {
            self.offset = self.offset << 8 | self.next_byte();
            self.range <<= 8;
        }
        decision
    }

    fn is_exhausted(&self) -> bool {
        self.at > self.bytes.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decisions_and_checksum_survive_a_round_trip(
            decisions in prop::collection::vec((1..65_536_u32, any::<bool>()), 0..400),
            check in 0..FLOOR,
        ) {
            let mut encoder = RangeEncoder::new();
            for &(probability, decision) in &decisions {
                encoder.code(probability, decision);
            }
            let bytes = encoder.finish(check);
            let mut decoder = RangeDecoder::new(&bytes);
            for &(probability, decision) in &decisions {
                prop_assert_eq!(decoder.code(probability, false), decision);
            }
            prop_assert_eq!(decoder.position(), bytes.len());
            prop_assert!(decoder.ends_as_written());
            let end = &bytes[bytes.len() - 3..];
            prop_assert_eq!(u32::from_be_bytes([0, end[0], end[1], end[2]]), check);
        }
    }
}
