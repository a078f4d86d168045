//! Masks as the COCO data set writes them: run lengths by column, as counts or as a string.
//!
//! There 1 is the object and the size is `[height, width]`.

use crate::edges::column_changes;
use crate::image::{Image, MAX_PIXELS};
use thiserror::Error;

/// A mask as run lengths, column after column, the first run of background.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coco {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// Background, object, background, and so on; 0 first if the mask begins with the object.
    pub counts: Vec<u64>,
}

/// Why run lengths are not a mask.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CocoError {
    /// A character that the strings do not use.
    #[error("character {at} of the counts is not one of '0' to 'o'")]
    Character {
        /// Where, from 0.
        at: usize,
    },
    /// The string ends within a count.
    #[error("the counts end within a count, at character {at}")]
    Truncated {
        /// The length of the string.
        at: usize,
    },
    /// A count that is negative or beyond any mask.
    #[error("count {number} is {value}")]
    Count {
        /// Which count, from 0.
        number: usize,
        /// What it came to.
        value: i64,
    },
    /// The counts do not fill the mask.
    #[error("the counts add up to {found} pixels, the size to {expected}")]
    Sum {
        /// The sum of the counts.
        found: u64,
        /// Height times width.
        expected: u64,
    },
    /// The mask would have more than [`MAX_PIXELS`].
    #[error("a mask of {height} by {width} is more than {MAX_PIXELS} pixels")]
    TooLarge {
        /// Rows.
        height: usize,
        /// Columns.
        width: usize,
    },
}

impl Coco {
    /// The runs of a mask, in which 0 is background and anything else the object.
    ///
    /// # Examples
    /// ```
    /// use pavage::{Image, coco::Coco};
    ///
    /// let mask = Image::from_rows(vec![vec![0, 1, 1], vec![0, 0, 1]])?;
    /// let coco = Coco::of(&mask);
    /// assert_eq!(coco.counts, [2, 1, 1, 2]);
    /// assert_eq!(coco.to_string(), "2111");
    /// # Ok::<(), pavage::image::ImageError>(())
    /// ```
    pub fn of(mask: &Image<u8>) -> Self {
        let (height, width) = (mask.height(), mask.width());
        let mut counts = Vec::new();
        let mut start = 0;
        if mask.get((0, 0)).is_some_and(|&first| first != 0) {
            counts.push(0);
        }
        column_changes(mask, |row, column| {
            let at = (column * height + row) as u64;
            counts.push(at - start);
            start = at;
        });
        counts.push((height * width) as u64 - start);
        Self {
            height,
            width,
            counts,
        }
    }

    /// The mask of these runs, of zeros and ones.
    ///
    /// # Errors
    /// Before anything is allocated, if the counts do not fill the mask or it is too large.
    pub fn mask(&self) -> Result<Image<u8>, CocoError> {
        let (height, width) = (self.height, self.width);
        let too_large = CocoError::TooLarge { height, width };
        let pixels = height
            .checked_mul(width)
            .filter(|&pixels| pixels <= MAX_PIXELS)
            .ok_or(too_large)?;
        let found = self
            .counts
            .iter()
            .fold(0, |sum: u64, &count| sum.saturating_add(count));
        if found != pixels as u64 {
            return Err(CocoError::Sum {
                found,
                expected: pixels as u64,
            });
        }
        let mut mask = vec![0; pixels];
        let mut at = 0;
        for (number, &count) in self.counts.iter().enumerate() {
            let end = at + count as usize;
            if number % 2 == 1 {
                (at..end).for_each(|at| mask[at % height * width + at / height] = 1);
            }
            at = end;
        }
        Ok(Image::from_pixels(height, width, mask).expect("a pixel for each place"))
    }

    /// Reads the string form.
    ///
    /// # Errors
    /// Where the string is not one.
    pub fn parse(height: usize, width: usize, text: &str) -> Result<Self, CocoError> {
        let mut counts: Vec<u64> = Vec::new();
        let mut characters = text.bytes().enumerate();
        while let Some(first) = characters.next() {
            let number = counts.len();
            let earlier = if number > 2 { counts[number - 2] } else { 0 };
            let difference = parse_number(first, &mut characters, number)?;
            let value = difference.saturating_add_unsigned(earlier);
            let count = u64::try_from(value).map_err(|_| CocoError::Count { number, value })?;
            counts.push(count);
        }
        Ok(Self {
            height,
            width,
            counts,
        })
    }
}

impl std::fmt::Display for Coco {
    /// The string form: each count from the fourth on less the one two before, five bits a
    /// character, the lowest first, from '0'.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = String::with_capacity(2 * self.counts.len());
        for (number, &count) in self.counts.iter().enumerate() {
            let earlier = if number > 2 {
                self.counts[number - 2]
            } else {
                0
            };
            write_number(count.wrapping_sub(earlier).cast_signed(), &mut text);
        }
        f.write_str(&text)
    }
}

/// The bit of a character that says that the number goes on.
const MORE: u8 = 0x20;
/// The top bit of the last character is the sign.
const SIGN: u8 = 0x10;

fn write_number(number: i64, text: &mut String) {
    let mut rest = number;
    loop {
        let bits = rest as u8 & 0x1F;
        rest >>= 5;
        let is_last = rest == if bits & SIGN == 0 { 0 } else { -1 };
        text.push(char::from(b'0' + (bits | if is_last { 0 } else { MORE })));
        if is_last {
            break;
        }
    }
}

fn parse_number(
    first: (usize, u8),
    rest: &mut impl Iterator<Item = (usize, u8)>,
    number: usize,
) -> Result<i64, CocoError> {
    let mut value = 0_i64;
    let mut shift = 0;
    let mut next = Some(first);
    let mut last = first.0;
    while let Some((at, character)) = next {
        let bits = character.checked_sub(b'0').filter(|&bits| bits < 64);
        let bits = bits.ok_or(CocoError::Character { at })?;
        // Twelve characters are sixty bits: no count of a mask is as long.
        if shift >= 60 {
            return Err(CocoError::Count {
                number,
                value: i64::MAX,
            });
        }
        value |= i64::from(bits & 0x1F) << shift;
        shift += 5;
        if bits & MORE == 0 {
            return Ok(if bits & SIGN == 0 {
                value
            } else {
                value | -1 << shift
            });
        }
        last = at;
        next = rest.next();
    }
    Err(CocoError::Truncated { at: last + 1 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Counted by walking the mask by columns, as the format is defined.
    fn counted(mask: &Image<u8>) -> Vec<u64> {
        let pixels =
            (0..mask.width()).flat_map(|column| (0..mask.height()).map(move |row| (row, column)));
        let (mut counts, mut object) = (vec![0], false);
        for at in pixels {
            if (mask[at] != 0) != object {
                object = !object;
                counts.push(0);
            }
            *counts.last_mut().unwrap() += 1;
        }
        counts
    }

    fn masks() -> impl Strategy<Value = Image<u8>> {
        (1..20_usize, 1..90_usize).prop_flat_map(|(height, width)| {
            prop::collection::vec(0..3_u8, height * width)
                .prop_map(move |pixels| Image::from_pixels(height, width, pixels).unwrap())
        })
    }

    proptest! {
        #[test]
        fn runs_are_counted_by_columns(mask in masks()) {
            prop_assert_eq!(Coco::of(&mask).counts, counted(&mask));
        }

        #[test]
        fn masks_and_strings_come_back(mask in masks()) {
            let coco = Coco::of(&mask);
            let read = Coco::parse(coco.height, coco.width, &coco.to_string());
            prop_assert_eq!(read.as_ref(), Ok(&coco));
            prop_assert_eq!(coco.mask(), Ok(mask.map(|&pixel| u8::from(pixel != 0))));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[ -~]{0,40}") {
            if let Ok(coco) = Coco::parse(3, 4, &text) {
                prop_assert_eq!(coco.mask().is_ok(), coco.counts.iter().sum::<u64>() == 12);
            }
        }
    }

    #[test]
    fn faults_say_where() {
        assert_eq!(Coco::parse(1, 1, "1 "), Err(CocoError::Character { at: 1 }));
        assert_eq!(
            Coco::parse(1, 1, "11a"),
            Err(CocoError::Truncated { at: 3 })
        );
        assert_eq!(
            Coco::parse(1, 1, "0O"),
            Err(CocoError::Count {
                number: 1,
                value: -1
            })
        );
        let coco = |counts| Coco {
            height: 2,
            width: 3,
            counts,
        };
        assert_eq!(
            coco(vec![2, 5]).mask(),
            Err(CocoError::Sum {
                found: 7,
                expected: 6
            })
        );
    }

    #[test]
    fn a_mask_without_pixels_has_one_empty_run() {
        assert_eq!(
            Coco::of(&Image::from_rows(vec![]).unwrap()).to_string(),
            "0"
        );
    }
}
