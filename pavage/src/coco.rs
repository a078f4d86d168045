//! Masks as the COCO data set writes them: run lengths by column, as counts or as a string.
//!
//! There 1 is the object and the size is `[height, width]`. What data sets ask of masks works on the runs:
//! [`CocoMask::area`], [`CocoMask::bounds`], [`union`], [`intersection`], [`PreparedMask`] and [`polygon`].

mod columns;
mod iou;
mod merge;
mod polygon;
mod string;

pub use columns::BoundingBox;
pub use iou::{PreparedMask, box_iou};
pub use merge::{intersection, union};
pub use polygon::{polygon, rectangle};

use crate::changes::{changes, column_changes};
use crate::image::{Image, MAX_PIXELS};
use thiserror::Error;

/// A mask as run lengths, column after column, the first run of background.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CocoMask {
    /// Rows.
    pub height: usize,
    /// Columns.
    pub width: usize,
    /// Background, object, background, and so on; 0 first if the mask begins with the object.
    pub counts: Vec<u32>,
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
    /// The mask would have more pixels than are made from a size alone.
    #[error("a mask of {height} by {width} is more than {most} pixels")]
    TooLarge {
        /// Rows.
        height: usize,
        /// Columns.
        width: usize,
        /// What is allowed.
        most: usize,
    },
    /// A corner of a polygon that is no place.
    #[error("coordinate {at} of the polygon is not a number")]
    Coordinate {
        /// Which coordinate, from 0.
        at: usize,
    },
}

/// Pixels that counts of 32 bits can tell.
const COUNTED: usize = u32::MAX as usize;

impl CocoMask {
    /// The runs of a mask, in which 0 is background and anything else the object.
    ///
    /// # Examples
    /// ```
    /// use pavage::{Image, coco::CocoMask};
    ///
    /// let mask = Image::from_rows(vec![vec![0, 1, 1], vec![0, 0, 1]])?;
    /// let coco = CocoMask::from_image(&mask);
    /// assert_eq!(coco.counts, [2, 1, 1, 2]);
    /// assert_eq!(coco.to_string(), "2111");
    /// # Ok::<(), pavage::image::ImageError>(())
    /// ```
    ///
    /// # Panics
    /// If the mask has more pixels than 32 bits can count.
    pub fn from_image(mask: &Image<u8>) -> Self {
        let (height, width) = (mask.height(), mask.width());
        assert!(mask.pixels().len() <= COUNTED, "counts of 32 bits");
        let mut ends = Vec::new();
        if mask.get((0, 0)).is_some_and(|&first| first != 0) {
            ends.push(0);
        }
        column_changes(mask, |row, column| {
            ends.push((column * height + row) as u32);
        });
        Self::from_ends(height, width, ends)
    }

    /// The runs of equal bytes of a mask whose columns stand one after the other; all of them but the
    /// first stand for object and background in turn, as other programs have it.
    ///
    /// # Errors
    /// If the mask has more pixels than 32 bits can count, or not those of its size.
    pub fn from_columns(height: usize, width: usize, pixels: &[u8]) -> Result<Self, CocoError> {
        let expected = counted(height, width)?;
        if pixels.len() != expected {
            return Err(CocoError::Sum {
                found: pixels.len() as u64,
                expected: expected as u64,
            });
        }
        let mut ends = Vec::new();
        if pixels.first().is_some_and(|&first| first != 0) {
            ends.push(0);
        }
        changes(pixels, |at| ends.push(at as u32));
        Ok(Self::from_ends(height, width, ends))
    }

    /// A mask by where its runs end, the last one excepted.
    fn from_ends(height: usize, width: usize, mut ends: Vec<u32>) -> Self {
        ends.push((height * width) as u32);
        let mut start = 0;
        for end in &mut ends {
            let length = *end - start;
            start = std::mem::replace(end, length);
        }
        Self {
            height,
            width,
            counts: ends,
        }
    }

    /// Whether the counts fill the mask, which is what every operation on runs relies on.
    ///
    /// # Errors
    /// If they do not, or cannot.
    pub fn check(&self) -> Result<(), CocoError> {
        let expected = counted(self.height, self.width)? as u64;
        let found = self.counts.iter().map(|&count| u64::from(count)).sum();
        if found == expected {
            Ok(())
        } else {
            Err(CocoError::Sum { found, expected })
        }
    }

    /// The mask of these runs, of zeros and ones.
    ///
    /// # Errors
    /// Before anything is allocated, if the counts do not fill the mask or it is too large.
    pub fn to_image(&self) -> Result<Image<u8>, CocoError> {
        let (height, width) = (self.height, self.width);
        self.check()?;
        if height * width > MAX_PIXELS {
            return Err(too_large(height, width, MAX_PIXELS));
        }
        let mut mask = vec![0; height * width];
        for (start, end) in self.objects() {
            for at in start as usize..end as usize {
                mask[at % height * width + at / height] = 1;
            }
        }
        Ok(Image::from_pixels(height, width, mask).expect("a pixel for each place"))
    }

    /// Writes zeros and ones, columns one after the other.
    ///
    /// # Panics
    /// If there are fewer pixels than the counts say.
    pub fn paint_columns(&self, pixels: &mut [u8]) {
        let mut rest = pixels;
        for (number, &count) in self.counts.iter().enumerate() {
            let (run, after) = rest.split_at_mut(count as usize);
            run.fill(number as u8 & 1);
            rest = after;
        }
    }

    /// Reads the string form.
    ///
    /// # Errors
    /// Where the string is not one.
    pub fn parse(height: usize, width: usize, text: &[u8]) -> Result<Self, CocoError> {
        Ok(Self {
            height,
            width,
            counts: string::read(text)?,
        })
    }

    /// The string form: each count from the fourth on less the one two before, five bits a
    /// character, the lowest first, from '0'.
    pub fn to_bytes(&self) -> Vec<u8> {
        string::write(&self.counts)
    }

    /// Where each run of the object begins and ends, by columns.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut at = 0;
        let (pairs, _) = self.counts.as_chunks::<2>();
        pairs.iter().map(move |&[background, object]| {
            let start = at + background;
            at = start + object;
            (start, at)
        })
    }

    /// Pixels of the object.
    pub fn area(&self) -> u32 {
        let (pairs, _) = self.counts.as_chunks::<2>();
        pairs.iter().map(|pair| pair[1]).sum()
    }
}

fn too_large(height: usize, width: usize, most: usize) -> CocoError {
    CocoError::TooLarge {
        height,
        width,
        most,
    }
}

/// The pixels of a mask of that size, if 32 bits can count them.
fn counted(height: usize, width: usize) -> Result<usize, CocoError> {
    let pixels = height
        .checked_mul(width)
        .filter(|&pixels| pixels <= COUNTED);
    pixels.ok_or(too_large(height, width, COUNTED))
}

impl std::fmt::Display for CocoMask {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.to_bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Counted by walking the mask by columns, as the format is defined.
    fn counted(mask: &Image<u8>) -> Vec<u32> {
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
            prop_assert_eq!(CocoMask::from_image(&mask).counts, counted(&mask));
        }

        #[test]
        fn masks_and_strings_come_back(mask in masks()) {
            let coco = CocoMask::from_image(&mask);
            let read = CocoMask::parse(coco.height, coco.width, &coco.to_bytes());
            prop_assert_eq!(read.as_ref(), Ok(&coco));
            prop_assert_eq!(coco.to_image(), Ok(mask.map(|&pixel| u8::from(pixel != 0))));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[ -~]{0,40}") {
            if let Ok(coco) = CocoMask::parse(3, 4, text.as_bytes()) {
                prop_assert_eq!(coco.to_image().is_ok(), coco.counts.iter().map(|&count| u64::from(count)).sum::<u64>() == 12);
            }
        }
    }

    #[test]
    fn faults_say_where() {
        assert_eq!(
            CocoMask::parse(1, 1, b"1 "),
            Err(CocoError::Character { at: 1 })
        );
        assert_eq!(
            CocoMask::parse(1, 1, b"11a"),
            Err(CocoError::Truncated { at: 3 })
        );
        assert_eq!(
            CocoMask::parse(1, 1, b"0O"),
            Err(CocoError::Count {
                number: 1,
                value: -1
            })
        );
        let coco = |counts| CocoMask {
            height: 2,
            width: 3,
            counts,
        };
        assert_eq!(
            coco(vec![2, 5]).to_image(),
            Err(CocoError::Sum {
                found: 7,
                expected: 6
            })
        );
    }

    proptest! {
        #[test]
        fn columns_one_after_the_other_have_the_same_runs(mask in masks()) {
            let ones = mask.map(|&pixel| u8::from(pixel != 0));
            let columns: Vec<u8> = (0..mask.width())
                .flat_map(|column| ones.rows().map(move |row| row[column]))
                .collect();
            let coco = CocoMask::from_columns(mask.height(), mask.width(), &columns).unwrap();
            prop_assert_eq!(&coco, &CocoMask::from_image(&mask));
            let mut painted = vec![7; columns.len()];
            coco.paint_columns(&mut painted);
            prop_assert_eq!(coco.area(), columns.iter().map(|&one| u32::from(one)).sum::<u32>());
            prop_assert_eq!(painted, columns);
        }
    }

    #[test]
    fn a_mask_without_pixels_has_one_empty_run() {
        assert_eq!(
            CocoMask::from_image(&Image::from_rows(vec![]).unwrap()).to_string(),
            "0"
        );
    }
}
