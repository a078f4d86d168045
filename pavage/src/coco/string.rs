//! The compressed string of counts, as pycocotools writes it.

use super::CocoError;

/// The character of value 0.
const ZERO: u8 = b'0';
/// The bit of a character that is set unless it is the last of its number.
const MORE: u8 = 0x20;
/// The sign bit in the last character of a number.
const SIGN: u8 = 0x10;
/// Maximum number of characters of a number: a signed difference has 33 bits, five a character.
const LONGEST: u32 = 7;

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
    let mut counts = Vec::with_capacity(numbers(text));
    let mut rest = text.iter();
    // The last two counts; differences to the first count are not coded.
    let (mut earlier, mut last) = (0, 0);
    while let Some(difference) = next_number(&mut rest) {
        let value = difference.saturating_add(earlier);
        let number = counts.len();
        let count = u32::try_from(value).map_err(|_| CocoError::Count { number, value })?;
        (earlier, last) = (last, if number == 0 { 0 } else { value });
        counts.push(count);
    }
    Ok(counts)
}

/// The number of numbers in a text, counted in chunks whose count fits a byte.
fn numbers(text: &[u8]) -> usize {
    let parts = text.chunks(128);
    let numbers = parts.map(|part| part.iter().map(|&c| u8::from(is_last(c))).sum::<u8>());
    numbers.map(usize::from).sum()
}

fn is_last(character: u8) -> bool {
    (character - ZERO) & MORE == 0
}

/// Sign-extends the five bits of a character.
fn signed(character: u8) -> i64 {
    i64::from(((character - ZERO) << 3).cast_signed() >> 3)
}

/// The next number, or `i64::MAX` if it is too long for any count. Smooth edges give numbers of one
/// character, and the branch predictor learns the rest: decoding several at once, or without
/// branches, took up to twice as long.
#[inline]
fn next_number<'a>(rest: &mut impl Iterator<Item = &'a u8>) -> Option<i64> {
    let &first = rest.next()?;
    let mut value = signed(first);
    let mut is_last = is_last(first);
    let mut shift = 0;
    while !is_last {
        value &= (1 << (shift + 5)) - 1;
        shift += 5;
        if shift >= 5 * LONGEST {
            return Some(i64::MAX);
        }
        let &next = rest.next()?;
        value |= signed(next) << shift;
        is_last = self::is_last(next);
    }
    Some(value)
}
