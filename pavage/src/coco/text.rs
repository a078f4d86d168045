//! The string form of counts, eight characters at a time.

use super::CocoError;
use crate::bits::gather;

/// The first character.
const ZERO: u8 = b'0';
/// The bit of a character that says that the number goes on.
const MORE: u8 = 0x20;
/// The top bit of the last character is the sign.
const SIGN: u8 = 0x10;
/// A count and its sign have at most 33 bits, five a character.
const LONGEST: usize = 7;

pub(super) fn write(counts: &[u32]) -> Vec<u8> {
    let mut text = Vec::with_capacity(3 * counts.len());
    for (number, &count) in counts.iter().enumerate() {
        let earlier = if number > 2 { counts[number - 2] } else { 0 };
        write_number(i64::from(count) - i64::from(earlier), &mut text);
    }
    text
}

fn write_number(number: i64, text: &mut Vec<u8>) {
    let mut rest = number;
    loop {
        let bits = rest as u8 & 0x1F;
        rest >>= 5;
        let is_last = rest == if bits & SIGN == 0 { 0 } else { -1 };
        text.push(ZERO + (bits | if is_last { 0 } else { MORE }));
        if is_last {
            break;
        }
    }
}

pub(super) fn read(text: &[u8]) -> Result<Vec<u32>, CocoError> {
    let is_wrong = |&character: &u8| character.wrapping_sub(ZERO) >= 64;
    let wrong = text
        .iter()
        .fold(false, |any, character| any | is_wrong(character));
    if wrong {
        let at = text.iter().position(is_wrong).unwrap_or_default();
        return Err(CocoError::Character { at });
    }
    if text.last().is_some_and(|&last| !is_last(last)) {
        return Err(CocoError::Truncated { at: text.len() });
    }
    let (counts, is_right) = read_numbers(text);
    if is_right {
        Ok(counts)
    } else {
        Err(fault(text))
    }
}

/// The counts, and whether they are right: looking at each number's length and sign on the way would
/// take longer than reading it.
fn read_numbers(text: &[u8]) -> (Vec<u32>, bool) {
    let mut reader = Reader {
        counts: vec![0; text.len()],
        number: 0,
        start: 0,
        longest: 0,
        beyond: 0,
        earlier: 0,
        last: 0,
    };
    for (at, word) in (0..).step_by(8).zip(text.chunks(8)) {
        let ends = last_characters(word);
        if ends == 0xFF && reader.start == at && at > 0 {
            reader.read_short(word);
        } else {
            reader.read_any(text, at, ends);
        }
    }
    let is_right = reader.longest <= LONGEST && u32::try_from(reader.beyond).is_ok();
    reader.counts.truncate(reader.number);
    (reader.counts, is_right)
}

struct Reader {
    /// Room for as many as there are characters.
    counts: Vec<u32>,
    number: usize,
    /// Where the next number begins.
    start: usize,
    /// Characters of the longest number.
    longest: usize,
    /// All bits of all counts.
    beyond: i64,
    /// The last two counts, of which the first one never counts.
    earlier: i64,
    last: i64,
}

impl Reader {
    /// Eight numbers of one character, which most are where edges are smooth.
    #[inline]
    fn read_short(&mut self, word: &[u8]) {
        let counts = &mut self.counts[self.number..][..8];
        for (count, &character) in counts.iter_mut().zip(word) {
            let difference = i64::from(((character - ZERO) << 3).cast_signed() >> 3);
            let value = difference + self.earlier;
            self.beyond |= value;
            *count = value as u32;
            (self.earlier, self.last) = (self.last, value);
        }
        self.number += 8;
        self.start += 8;
    }

    /// The numbers that end in the eight characters from `at` on, where bits are set.
    #[inline]
    fn read_any(&mut self, text: &[u8], at: usize, mut ends: u64) {
        while ends != 0 {
            let end = at + ends.trailing_zeros() as usize + 1;
            ends &= ends - 1;
            let length = end - self.start;
            self.longest = self.longest.max(length);
            let value = difference(text, self.start, length).wrapping_add(self.earlier);
            self.beyond |= value;
            self.counts[self.number] = value as u32;
            // The fourth count is the first to be told from one before, the second.
            let value = if self.number == 0 { 0 } else { value };
            (self.earlier, self.last) = (self.last, value);
            (self.number, self.start) = (self.number + 1, end);
        }
    }
}

/// What is wrong with the first count that is.
fn fault(text: &[u8]) -> CocoError {
    let (mut counts, mut start): (Vec<i64>, _) = (Vec::new(), 0);
    for characters in text.split_inclusive(|&character| is_last(character)) {
        let number = counts.len();
        let earlier = if number > 2 { counts[number - 2] } else { 0 };
        let value = if characters.len() > LONGEST {
            i64::MAX
        } else {
            difference(text, start, characters.len()) + earlier
        };
        if u32::try_from(value).is_err() {
            return CocoError::Count { number, value };
        }
        counts.push(value);
        start += characters.len();
    }
    unreachable!("some count is wrong")
}

fn is_last(character: u8) -> bool {
    (character - ZERO) & MORE == 0
}

/// A bit for each of at most eight characters, set if it is the last one of a number.
#[inline]
fn last_characters(word: &[u8]) -> u64 {
    match word.first_chunk() {
        Some(word) => {
            let characters = u64::from_le_bytes(*word).wrapping_sub(ALL_ZEROS);
            gather(!characters >> 5 & ALL_ONES)
        }
        None => word.iter().enumerate().fold(0, |ends, (at, &character)| {
            ends | u64::from(is_last(character)) << at
        }),
    }
}

const ALL_ONES: u64 = 0x0101_0101_0101_0101;
const ALL_ZEROS: u64 = ALL_ONES * ZERO as u64;

/// The signed number of that many characters.
#[inline]
fn difference(text: &[u8], start: usize, length: usize) -> i64 {
    let rest = &text[start..];
    let word = match rest.first_chunk() {
        Some(word) => u64::from_le_bytes(*word),
        None => rest
            .iter()
            .rev()
            .fold(0, |word, &next| word << 8 | u64::from(next)),
    };
    let bits = fives(word.wrapping_sub(ALL_ZEROS));
    let unused = 64_usize.wrapping_sub(5 * length) as u32;
    bits.wrapping_shl(unused).cast_signed().wrapping_shr(unused)
}

/// The lower five bits of eight bytes side by side: neighbours are joined, then pairs, then fours.
#[inline]
fn fives(word: u64) -> u64 {
    let join = |word: u64, lower: u64, shift: u32| word & lower | (word & !lower) >> shift;
    let fives = word & (ALL_ONES * 0x1F);
    let tens = join(fives, 0x00FF_00FF_00FF_00FF, 3);
    let twenties = join(tens, 0x0000_FFFF_0000_FFFF, 6);
    join(twenties, 0xFFFF_FFFF, 12)
}
