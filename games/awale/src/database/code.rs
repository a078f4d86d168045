//! The Huffman code that compresses the values of one board for every number of turns left.
//!
//! With no turn left the value follows from the board. With each turn more it mostly stays the same,
//! so only the changes are written: after how many turns, and by how much. The code of a change
//! depends on the previous change, since a change up is often followed by one down.

use crate::database::bits::{BitReader, BitWriter};
use crate::database::huffman::{LONGEST, limited_huffman};
use crate::engine::packed::{Packed, seeds_in_half};
use crate::engine::rank::{halves_below, unrank};
use crate::engine::values::{Oracle, Values};
use crate::rules::MAX_TURNS;

/// Bits of the gap, 1 to 100 turns, in an escaped change.
const GAP_BITS: u32 = 7;
/// Bits of half the change, −24 to 24, in an escaped change.
const HALF_BITS: u32 = 6;
/// Offset added to half the change so that it is written as a positive number.
const HALF_OFFSET: i32 = 1 << (HALF_BITS - 1);

/// Number of codes: one for each class of previous change.
const CONTEXTS: usize = 5;

/// A change of a board's value from one number of turns left to the next. All values of one board
/// have the parity of its seeds, so changes are even.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct ValueChange {
    /// Turns since the previous change, 1 to 100.
    pub(crate) gap: u8,
    /// Half of the change, in seeds.
    pub(crate) half: i8,
}

impl ValueChange {
    /// Marks the end of a board's changes.
    const END: Self = Self { gap: 0, half: 0 };
    /// Announces a change in plain bits, too rare for a code of its own.
    const ESCAPE: Self = Self { gap: 0, half: 1 };

    /// The number of the code for the change after this one.
    fn context(self) -> usize {
        match self.half {
            ..=-2 => 0,
            -1 => 1,
            0 => 2,
            1 => 3,
            2.. => 4,
        }
    }
}

/// The changes between a board's consecutive values, in the order of turns left.
pub(crate) fn changes(values: impl IntoIterator<Item = i8>) -> impl Iterator<Item = ValueChange> {
    let mut values = values.into_iter();
    let mut last = values.next().unwrap_or_default();
    let mut gap = 0;
    values.filter_map(move |value| {
        gap += 1;
        let half = (value - std::mem::replace(&mut last, value)) / 2;
        (half != 0).then(|| ValueChange {
            gap: std::mem::take(&mut gap),
            half,
        })
    })
}

/// Code lengths in bits of one context, in the order of the changes.
type Lengths = Vec<(ValueChange, u32)>;

/// Entry of the decoding table for one pattern of [`LONGEST`] bits.
#[derive(Clone, Copy)]
struct Lookup {
    change: ValueChange,
    /// Bits of the code word; 0 when no code word begins like this.
    length: u8,
}

/// The Huffman code of a file: one prefix code for each class of previous change.
pub(crate) struct ValueCode {
    lengths: [Lengths; CONTEXTS],
    lookup: Vec<[Lookup; 1 << LONGEST]>,
}

impl ValueCode {
    /// Fits a code to the boards of at most `seeds` seeds. Values of larger boards change alike, and
    /// a code that does not depend on them makes each file independent of the others.
    pub(crate) fn fitted(seeds: u8) -> Self {
        Self::new(count_changes(&Values::new(seeds)).map(|counts| code_lengths(&counts)))
    }

    fn new(lengths: [Lengths; CONTEXTS]) -> Self {
        let lookup = lengths.iter().map(decoding_table).collect();
        Self { lengths, lookup }
    }

    /// Reads one change; `None` at the end of a board or where no code word matches.
    #[inline]
    fn read(&self, reader: &mut BitReader<'_>, before: ValueChange) -> Option<ValueChange> {
        let entry = self.lookup[before.context()][reader.peek(LONGEST) as usize];
        reader.skip(u32::from(entry.length));
        match entry.change {
            ValueChange { gap: 1.., .. } => Some(entry.change),
            ValueChange::ESCAPE if entry.length > 0 => {
                let gap = reader.read(GAP_BITS) as u8;
                let half = (reader.read(HALF_BITS).cast_signed() - HALF_OFFSET) as i8;
                (gap > 0 && half != 0).then_some(ValueChange { gap, half })
            }
            _ => None,
        }
    }

    /// Moves the reader past the next `boards` boards.
    #[inline]
    pub(crate) fn skip(&self, reader: &mut BitReader<'_>, boards: usize) {
        for _ in 0..boards {
            let mut before = ValueChange::END;
            while let Some(change) = self.read(reader, before) {
                before = change;
                if reader.is_past_end() {
                    return;
                }
            }
        }
    }

    /// Reads one board: its value with `turns` turns left minus its value with none.
    #[inline]
    pub(crate) fn change(&self, reader: &mut BitReader<'_>, turns: u8) -> i8 {
        let mut before = ValueChange::END;
        let mut left = turns;
        let mut total = 0i8;
        while let Some(change) = self.read(reader, before) {
            let Some(rest) = left.checked_sub(change.gap) else {
                break;
            };
            left = rest;
            total = total.wrapping_add(change.half.wrapping_mul(2));
            before = change;
        }
        total
    }

    /// Serialises the code: for each context the number of code words, then each change with the
    /// length of its word.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for lengths in &self.lengths {
            bytes.extend((lengths.len() as u16).to_le_bytes());
            for (change, length) in lengths {
                bytes.extend([change.gap, change.half.cast_unsigned(), *length as u8]);
            }
        }
        bytes
    }

    /// Parses the bytes of [`to_bytes`](Self::to_bytes); `None` when they are not a complete code.
    pub(crate) fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut lengths = [(); CONTEXTS].map(|()| Lengths::new());
        for lengths in &mut lengths {
            let (count, rest) = bytes.split_first_chunk()?;
            let count = usize::from(u16::from_le_bytes(*count));
            let (entries, rest) = rest.split_at_checked(3 * count)?;
            for &[gap, half, length] in entries.as_chunks().0 {
                let half = half.cast_signed();
                lengths.push((ValueChange { gap, half }, length.into()));
            }
            is_complete(lengths).then_some(())?;
            bytes = rest;
        }
        bytes.is_empty().then(|| Self::new(lengths))
    }
}

/// Every eighth row is counted, which is enough to fit a code.
const SAMPLED: usize = 8;

/// Counts how often each change follows each class of previous change.
fn count_changes(known: &Values) -> [Counts; CONTEXTS] {
    let mut counts = [(); CONTEXTS].map(|()| Counts::new());
    for other in (0..halves_below(known.seeds() + 1)).step_by(SAMPLED) {
        let other = unrank(other);
        let room = known.seeds() - seeds_in_half(other);
        for own in 1..halves_below(room + 1) {
            let board = Packed {
                own: unrank(own),
                other,
            };
            let values = (0..=MAX_TURNS).map_while(|turns| known.value(board, turns));
            let mut before = ValueChange::END;
            for change in changes(values).chain([ValueChange::END]) {
                *counts[before.context()].entry(change).or_insert(0) += 1;
                before = change;
            }
        }
    }
    counts
}

/// Number of occurrences of each change.
type Counts = std::collections::BTreeMap<ValueChange, u64>;

/// Code lengths for the frequent changes; the rare ones share the escape code.
fn code_lengths(counts: &Counts) -> Lengths {
    let total: u64 = counts.values().sum();
    let frequent = |count: u64| count << LONGEST >= total;
    let rare = counts.values().filter(|&&count| !frequent(count)).sum();
    let mut kept: Vec<(ValueChange, u64)> = counts
        .iter()
        .filter(|(change, count)| frequent(**count) && **change != ValueChange::END)
        .map(|(change, count)| (*change, *count))
        .collect();
    let ends = counts.get(&ValueChange::END).copied().unwrap_or(0);
    kept.extend([(ValueChange::END, ends), (ValueChange::ESCAPE, rare)]);
    kept.sort_unstable();
    let weights: Vec<u64> = kept.iter().map(|(_, count)| *count).collect();
    let changes = kept.into_iter().map(|(change, _)| change);
    changes.zip(limited_huffman(&weights)).collect()
}

/// Canonical Huffman code words: change, word, length in bits. Shorter words come first, words of
/// equal length in the order of the changes.
fn canonical(lengths: &Lengths) -> Vec<(ValueChange, u32, u32)> {
    let mut sorted = lengths.clone();
    sorted.sort_by_key(|(change, length)| (*length, *change));
    let mut next = 0u32;
    let mut last = 0;
    let codes = sorted.into_iter().map(|(change, length)| {
        next <<= length - last;
        last = length;
        next += 1;
        (change, next - 1, length)
    });
    codes.collect()
}

/// The decoding table of one context, by the next [`LONGEST`] bits.
fn decoding_table(lengths: &Lengths) -> [Lookup; 1 << LONGEST] {
    let nothing = Lookup {
        change: ValueChange::END,
        length: 0,
    };
    let mut lookup = [nothing; 1 << LONGEST];
    for (change, code, length) in canonical(lengths) {
        let free = LONGEST - length;
        let from = (code << free) as usize;
        let entry = Lookup {
            change,
            length: length as u8,
        };
        lookup[from..from + (1 << free)].fill(entry);
    }
    lookup
}

/// The code word of every possible change, escaped where it is rare.
pub(crate) struct ValueEncoder {
    /// Code word and length in bits by context, gap and half change; see [`slot`].
    codes: Vec<(u32, u32)>,
    /// Code word and length in bits of the end mark, by context.
    ends: [(u32, u32); CONTEXTS],
}

/// Slots for half changes, of which −24 to 24 occur.
const HALVES: usize = 1 << HALF_BITS;
/// Slots for gaps, of which 1 to 100 occur.
const GAPS: usize = MAX_TURNS as usize + 1;

impl ValueEncoder {
    pub(crate) fn new(code: &ValueCode) -> Self {
        let mut codes = vec![(0, 0); CONTEXTS * GAPS * HALVES];
        let mut ends = [(0, 0); CONTEXTS];
        for (context, lengths) in code.lengths.iter().enumerate() {
            let canonical = canonical(lengths);
            let plain = |wanted: ValueChange| {
                let found = canonical.iter().find(|(change, ..)| *change == wanted);
                found.map_or((0, 0), |&(_, code, length)| (code, length))
            };
            ends[context] = plain(ValueChange::END);
            let escape = plain(ValueChange::ESCAPE);
            for gap in 1..GAPS {
                for raw in 0..HALVES {
                    let change = (gap << HALF_BITS | raw) as u32;
                    let length = escape.1 + GAP_BITS + HALF_BITS;
                    let escaped = (escape.0 << (GAP_BITS + HALF_BITS) | change, length);
                    codes[(context * GAPS + gap) * HALVES + raw] = escaped;
                }
            }
            for &(change, code, length) in canonical.iter().filter(|(change, ..)| change.gap > 0) {
                codes[slot(context, change)] = (code, length);
            }
        }
        Self { codes, ends }
    }

    /// Writes the changes of one board and the end mark.
    #[inline]
    pub(crate) fn write(&self, changes: impl Iterator<Item = ValueChange>, writer: &mut BitWriter) {
        let mut before = ValueChange::END;
        for change in changes {
            let (code, length) = self.codes[slot(before.context(), change)];
            writer.push(code, length);
            before = change;
        }
        let (code, length) = self.ends[before.context()];
        writer.push(code, length);
    }
}

/// Index of a change in [`ValueEncoder::codes`].
#[inline]
fn slot(context: usize, change: ValueChange) -> usize {
    let raw = (i32::from(change.half) + HALF_OFFSET) as usize;
    (context * GAPS + usize::from(change.gap)) * HALVES + raw
}

/// Returns whether every sequence of bits begins with exactly one code word (Kraft's equality).
fn is_complete(lengths: &Lengths) -> bool {
    let fits = lengths
        .iter()
        .all(|(_, length)| (1..=LONGEST).contains(length));
    let share = |(_, length): &(ValueChange, u32)| 1u64 << (LONGEST - length);
    fits && lengths.iter().map(share).sum::<u64>() == 1 << LONGEST
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::database::bits::SLACK;

    fn code() -> &'static ValueCode {
        static CODE: std::sync::OnceLock<ValueCode> = std::sync::OnceLock::new();
        CODE.get_or_init(|| ValueCode::fitted(6))
    }

    /// A board's values by turns left: even, and mostly equal to the one before.
    fn columns() -> impl Strategy<Value = Vec<i8>> {
        let value = prop_oneof![8 => Just(None), 1 => (-24..=24i8).prop_map(Some)];
        prop::collection::vec(value, 101).prop_map(|values| {
            let mut last = 0;
            let held = values.into_iter().map(|value| {
                last = value.map_or(last, |value| value / 2 * 2);
                last
            });
            held.collect()
        })
    }

    proptest! {
        #[test]
        fn every_value_of_every_board_reads_back(boards in prop::collection::vec(columns(), 1..9)) {
            let encoder = ValueEncoder::new(code());
            let mut writer = BitWriter::default();
            for values in &boards {
                encoder.write(changes(values.iter().copied()), &mut writer);
            }
            let mut bytes = writer.finish().clone();
            bytes.extend([0; SLACK]);
            for (number, values) in boards.iter().enumerate() {
                for turns in 0..=100u8 {
                    let mut reader = BitReader::new(&bytes);
                    code().skip(&mut reader, number);
                    let change = code().change(&mut reader, turns);
                    prop_assert_eq!(values[0] + change, values[usize::from(turns)]);
                }
            }
        }

        #[test]
        fn random_bits_are_decoded_to_an_end(bytes in prop::collection::vec(any::<u8>(), 0..99)) {
            let mut reader = BitReader::new(&bytes);
            code().skip(&mut reader, 32);
            prop_assert_eq!(code().change(&mut reader, 100) % 2, 0);
        }

        #[test]
        fn random_bytes_are_refused_or_a_complete_code(bytes in prop::collection::vec(0..14u8, 0..99)) {
            if let Some(code) = ValueCode::from_bytes(&bytes) {
                prop_assert_eq!(code.to_bytes(), bytes);
            }
        }
    }

    #[test]
    fn a_code_reads_back() {
        let bytes = code().to_bytes();
        let read = ValueCode::from_bytes(&bytes).expect("well formed");
        assert_eq!(read.to_bytes(), bytes);
        assert!(ValueCode::from_bytes(&bytes[1..]).is_none());
        assert!(ValueCode::from_bytes(&[]).is_none());
    }
}
