//! How the values of one board are written: as steps.
//!
//! With no turn left the value is known from the board. With each turn more it mostly stays; where
//! it does not, a step says after how many turns and by how much. Steps are written in Huffman codes
//! that depend on the step before: after a step up one down is likely, and so on.

use awale::{MAX_TURNS, Oracle, Packed, SIDE, Values, halves_below, unrank};

use crate::bits::{BitReader, BitWriter};
use crate::huffman::{LONGEST, limited_huffman};

/// Gaps are 1 to 100, half steps −24 to 24: what an escaped step is written in.
const GAP_BITS: u32 = 7;
const HALF_BITS: u32 = 6;
const HALF_OFFSET: i32 = 1 << (HALF_BITS - 1);

/// Codes depend on the step before, of which so many kinds are told apart.
const CONTEXTS: usize = 5;

/// A change of the value: `gap` turns after the last one, by twice `half`. Values of one board have
/// the parity of its seeds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Step {
    pub(crate) gap: u8,
    pub(crate) half: i8,
}

impl Step {
    /// No more steps.
    const END: Self = Self { gap: 0, half: 0 };
    /// The step follows in plain bits: it is too rare for a code of its own.
    const ESCAPE: Self = Self { gap: 0, half: 1 };

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

/// The steps of a board from its values by turns left.
pub(crate) fn steps(values: impl IntoIterator<Item = i8>) -> impl Iterator<Item = Step> {
    let mut values = values.into_iter();
    let mut last = values.next().unwrap_or_default();
    let mut gap = 0;
    values.filter_map(move |value| {
        gap += 1;
        let half = (value - std::mem::replace(&mut last, value)) / 2;
        (half != 0).then(|| Step {
            gap: std::mem::take(&mut gap),
            half,
        })
    })
}

/// The lengths of the codes of one context, in the order of the steps.
type Lengths = Vec<(Step, u32)>;

/// What a lookup of [`LONGEST`] bits finds.
#[derive(Clone, Copy)]
struct Lookup {
    step: Step,
    /// 0 where no code begins like this.
    length: u8,
}

/// A code for steps, the same for the whole of a file.
pub(crate) struct Code {
    lengths: [Lengths; CONTEXTS],
    lookup: Vec<[Lookup; 1 << LONGEST]>,
}

impl Code {
    /// The code that fits boards of at most `seeds` seeds best. Larger boards behave alike, and a
    /// code that does not depend on them makes their files independent of one another.
    pub(crate) fn fitted(seeds: u8) -> Self {
        Self::new(count_steps(&Values::new(seeds)).map(|counts| lengths_of(&counts)))
    }

    fn new(lengths: [Lengths; CONTEXTS]) -> Self {
        let lookup = lengths.iter().map(lookup_of).collect();
        Self { lengths, lookup }
    }

    /// Reads one step; `None` at the end of a board, or where the bits make no sense.
    #[inline]
    fn read(&self, reader: &mut BitReader<'_>, before: Step) -> Option<Step> {
        let entry = self.lookup[before.context()][reader.peek(LONGEST) as usize];
        reader.skip(u32::from(entry.length));
        match entry.step {
            Step { gap: 1.., .. } => Some(entry.step),
            Step::ESCAPE if entry.length > 0 => {
                let gap = reader.read(GAP_BITS) as u8;
                let half = (reader.read(HALF_BITS).cast_signed() - HALF_OFFSET) as i8;
                (gap > 0 && half != 0).then_some(Step { gap, half })
            }
            _ => None,
        }
    }

    /// Passes over `boards` boards.
    #[inline]
    pub(crate) fn skip(&self, reader: &mut BitReader<'_>, boards: usize) {
        for _ in 0..boards {
            let mut before = Step::END;
            while let Some(step) = self.read(reader, before) {
                before = step;
                if reader.is_past_end() {
                    return;
                }
            }
        }
    }

    /// How much the value of the board that begins here differs with `turns` turns left from that
    /// with none.
    #[inline]
    pub(crate) fn change(&self, reader: &mut BitReader<'_>, turns: u8) -> i8 {
        let mut before = Step::END;
        let mut left = turns;
        let mut change = 0i8;
        while let Some(step) = self.read(reader, before) {
            let Some(rest) = left.checked_sub(step.gap) else {
                break;
            };
            left = rest;
            change = change.wrapping_add(step.half.wrapping_mul(2));
            before = step;
        }
        change
    }
}

/// One row in so many is counted: enough to fit a code.
const SAMPLED: usize = 8;

/// How often each step comes after each kind of step.
fn count_steps(known: &Values) -> [Counts; CONTEXTS] {
    let mut counts = [(); CONTEXTS].map(|()| Counts::new());
    for other in (0..halves_below(known.seeds() + 1)).step_by(SAMPLED) {
        let other = unrank(other);
        let room = known.seeds() - half_seeds(other);
        for own in 1..halves_below(room + 1) {
            let board = Packed {
                own: unrank(own),
                other,
            };
            let values = (0..=MAX_TURNS).map_while(|turns| known.value(board, turns));
            let mut before = Step::END;
            for step in steps(values).chain([Step::END]) {
                *counts[before.context()].entry(step).or_insert(0) += 1;
                before = step;
            }
        }
    }
    counts
}

fn half_seeds(half: u64) -> u8 {
    half.to_le_bytes()[..SIDE].iter().sum()
}

type Counts = std::collections::BTreeMap<Step, u64>;

/// Code lengths for the steps that are frequent enough; the others share the escape.
fn lengths_of(counts: &Counts) -> Lengths {
    let total: u64 = counts.values().sum();
    let frequent = |count: u64| count << LONGEST >= total;
    let rare = counts.values().filter(|&&count| !frequent(count)).sum();
    let mut kept: Vec<(Step, u64)> = counts
        .iter()
        .filter(|(step, count)| frequent(**count) && **step != Step::END)
        .map(|(step, count)| (*step, *count))
        .collect();
    let ends = counts.get(&Step::END).copied().unwrap_or(0);
    kept.extend([(Step::END, ends), (Step::ESCAPE, rare)]);
    kept.sort_unstable();
    let weights: Vec<u64> = kept.iter().map(|(_, count)| *count).collect();
    let steps = kept.into_iter().map(|(step, _)| step);
    steps.zip(limited_huffman(&weights)).collect()
}

/// Canonical codes: shorter ones first, in the order of the steps among equals.
fn canonical(lengths: &Lengths) -> Vec<(Step, u32, u32)> {
    let mut sorted = lengths.clone();
    sorted.sort_by_key(|(step, length)| (*length, *step));
    let mut next = 0u32;
    let mut last = 0;
    let codes = sorted.into_iter().map(|(step, length)| {
        next <<= length - last;
        last = length;
        next += 1;
        (step, next - 1, length)
    });
    codes.collect()
}

fn lookup_of(lengths: &Lengths) -> [Lookup; 1 << LONGEST] {
    let nothing = Lookup {
        step: Step::END,
        length: 0,
    };
    let mut lookup = [nothing; 1 << LONGEST];
    for (step, code, length) in canonical(lengths) {
        let free = LONGEST - length;
        let from = (code << free) as usize;
        let entry = Lookup {
            step,
            length: length as u8,
        };
        lookup[from..from + (1 << free)].fill(entry);
    }
    lookup
}

/// Everything needed to write steps: a code for each, escaped or not.
pub(crate) struct Encoder {
    /// By context, gap and half step: bits and their number.
    codes: Vec<(u32, u32)>,
    ends: [(u32, u32); CONTEXTS],
}

/// Half steps are −24 to 24.
const HALVES: usize = 1 << HALF_BITS;
const GAPS: usize = MAX_TURNS as usize + 1;

impl Encoder {
    pub(crate) fn new(code: &Code) -> Self {
        let mut codes = vec![(0, 0); CONTEXTS * GAPS * HALVES];
        let mut ends = [(0, 0); CONTEXTS];
        for (context, lengths) in code.lengths.iter().enumerate() {
            let canonical = canonical(lengths);
            let of = |wanted: Step| canonical.iter().find(|(step, ..)| *step == wanted);
            let plain = |wanted| of(wanted).map_or((0, 0), |&(_, code, length)| (code, length));
            ends[context] = plain(Step::END);
            let escape = plain(Step::ESCAPE);
            for gap in 1..GAPS {
                for raw in 0..HALVES {
                    let step = (gap << HALF_BITS | raw) as u32;
                    let length = escape.1 + GAP_BITS + HALF_BITS;
                    let escaped = (escape.0 << (GAP_BITS + HALF_BITS) | step, length);
                    codes[(context * GAPS + gap) * HALVES + raw] = escaped;
                }
            }
            for &(step, code, length) in canonical.iter().filter(|(step, ..)| step.gap > 0) {
                codes[slot(context, step)] = (code, length);
            }
        }
        Self { codes, ends }
    }

    /// Writes one board.
    #[inline]
    pub(crate) fn write(&self, steps: impl Iterator<Item = Step>, writer: &mut BitWriter) {
        let mut before = Step::END;
        for step in steps {
            let (code, length) = self.codes[slot(before.context(), step)];
            writer.push(code, length);
            before = step;
        }
        let (code, length) = self.ends[before.context()];
        writer.push(code, length);
    }
}

#[inline]
fn slot(context: usize, step: Step) -> usize {
    let raw = (i32::from(step.half) + HALF_OFFSET) as usize;
    (context * GAPS + usize::from(step.gap)) * HALVES + raw
}

impl Code {
    /// For each context the number of codes, then each step with the length of its code.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for lengths in &self.lengths {
            bytes.extend((lengths.len() as u16).to_le_bytes());
            for (step, length) in lengths {
                bytes.extend([step.gap, step.half.cast_unsigned(), *length as u8]);
            }
        }
        bytes
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote; `None` for anything that is no complete code.
    pub(crate) fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        let mut lengths = [(); CONTEXTS].map(|()| Lengths::new());
        for lengths in &mut lengths {
            let (count, rest) = bytes.split_first_chunk()?;
            let count = usize::from(u16::from_le_bytes(*count));
            let (entries, rest) = rest.split_at_checked(3 * count)?;
            *lengths = entries.chunks_exact(3).map(entry).collect();
            is_complete(lengths).then_some(())?;
            bytes = rest;
        }
        bytes.is_empty().then(|| Self::new(lengths))
    }
}

fn entry(bytes: &[u8]) -> (Step, u32) {
    let step = Step {
        gap: bytes[0],
        half: bytes[1].cast_signed(),
    };
    (step, bytes[2].into())
}

/// Whether every sequence of bits begins with exactly one code (Kraft's equality).
fn is_complete(lengths: &Lengths) -> bool {
    let fits = lengths
        .iter()
        .all(|(_, length)| (1..=LONGEST).contains(length));
    let share = |(_, length): &(Step, u32)| 1u64 << (LONGEST - length);
    fits && lengths.iter().map(share).sum::<u64>() == 1 << LONGEST
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::bits::SLACK;

    fn code() -> &'static Code {
        static CODE: std::sync::OnceLock<Code> = std::sync::OnceLock::new();
        CODE.get_or_init(|| Code::fitted(6))
    }

    /// Values by turns left that change now and then, by even amounts.
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
            let encoder = Encoder::new(code());
            let mut writer = BitWriter::default();
            for values in &boards {
                encoder.write(steps(values.iter().copied()), &mut writer);
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
        fn foreign_bits_end_somewhere(bytes in prop::collection::vec(any::<u8>(), 0..99)) {
            let mut reader = BitReader::new(&bytes);
            code().skip(&mut reader, 32);
            prop_assert_eq!(code().change(&mut reader, 100) % 2, 0);
        }

        #[test]
        fn foreign_codes_are_refused_or_complete(bytes in prop::collection::vec(0..14u8, 0..99)) {
            if let Some(code) = Code::from_bytes(&bytes) {
                prop_assert_eq!(code.to_bytes(), bytes);
            }
        }
    }

    #[test]
    fn a_code_reads_back() {
        let bytes = code().to_bytes();
        let read = Code::from_bytes(&bytes).expect("well formed");
        assert_eq!(read.to_bytes(), bytes);
        assert!(Code::from_bytes(&bytes[1..]).is_none());
        assert!(Code::from_bytes(&[]).is_none());
    }
}
