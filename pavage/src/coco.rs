//! COCO masks: run lengths in column-major order, as a list of counts or as the data set's
//! compressed string.
//!
//! 1 is the object, and the size is `[height, width]`. Operations work on the runs without decoding
//! them: [`CocoMask::area`], [`CocoMask::bounds`], [`union`], [`intersection`], [`PreparedMask`]
//! and [`polygon`].

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

/// A run-length encoded mask in column-major order; the first run is background.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CocoMask {
    /// Number of rows.
    pub height: usize,
    /// Number of columns.
    pub width: usize,
    /// Run lengths: background, object, background and so on; the first is 0 if the mask begins
    /// with the object.
    pub counts: Vec<u32>,
}

/// Error: input that is not a mask.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CocoError {
    /// The string has a character outside '0' to 'o'.
    #[error("character {at} of the string is not one of '0' to 'o'")]
    Character {
        /// Index of the character.
        at: usize,
    },
    /// The string ends within a count.
    #[error("the string ends within a count, at character {at}")]
    Truncated {
        /// Length of the string, in characters.
        at: usize,
    },
    /// A count is negative or above 2³² − 1.
    #[error("count {number} is {value}, outside 0 to 4294967295")]
    Count {
        /// Index of the count.
        number: usize,
        /// The decoded value.
        value: i64,
    },
    /// The counts do not add up to the number of pixels.
    #[error("the counts add up to {found} pixels, but the mask has {expected}")]
    Sum {
        /// Sum of the counts.
        found: u64,
        /// Height times width.
        expected: u64,
    },
    /// The mask has more pixels than the operation allows.
    #[error("a mask of {height} by {width} has more than {most} pixels")]
    TooLarge {
        /// Number of rows.
        height: usize,
        /// Number of columns.
        width: usize,
        /// Maximum number of pixels.
        most: usize,
    },
    /// A coordinate of a polygon is infinite or not a number.
    #[error("coordinate {at} of the polygon is not a finite number")]
    Coordinate {
        /// Index of the coordinate.
        at: usize,
    },
}

/// Maximum number of pixels of a mask: its counts have 32 bits.
const COUNTED: usize = u32::MAX as usize;

impl CocoMask {
    /// Makes a mask from its run lengths, which are not checked: see [`CocoMask::check`].
    pub fn new(height: usize, width: usize, counts: Vec<u32>) -> Self {
        Self {
            height,
            width,
            counts,
        }
    }

    /// Run-length encodes a mask in which 0 is background and any other byte the object.
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
    /// If the mask has more than 2³² − 1 pixels.
    pub fn from_image(mask: &Image<u8>) -> Self {
        let (height, width) = (mask.height(), mask.width());
        assert!(mask.pixels().len() <= COUNTED, "counts of 32 bits");
        let mut ends = first_ends(mask.pixels());
        column_changes(mask, |row, column| {
            ends.push((column * height + row) as u32);
        });
        Self::from_ends(height, width, ends)
    }

    /// Run-length encodes a mask given in column-major order. Like pycocotools it compares bytes,
    /// so a change from one object value to another also begins a new run.
    pub fn from_columns(height: usize, width: usize, pixels: &[u8]) -> Result<Self, CocoError> {
        let expected = counted(height, width)?;
        if pixels.len() != expected {
            return Err(CocoError::Sum {
                found: pixels.len() as u64,
                expected: expected as u64,
            });
        }
        let mut ends = first_ends(pixels);
        changes(pixels, |at| ends.push(at as u32));
        Ok(Self::from_ends(height, width, ends))
    }

    /// Makes a mask from the end index of every run but the last.
    fn from_ends(height: usize, width: usize, mut ends: Vec<u32>) -> Self {
        ends.push((height * width) as u32);
        let mut start = 0;
        for end in &mut ends {
            let length = *end - start;
            start = std::mem::replace(end, length);
        }
        Self::new(height, width, ends)
    }

    /// Checks that the counts fill the mask exactly, as all operations on runs require.
    pub fn check(&self) -> Result<(), CocoError> {
        let expected = counted(self.height, self.width)? as u64;
        let found = self.counts.iter().map(|&count| u64::from(count)).sum();
        if found == expected {
            Ok(())
        } else {
            Err(CocoError::Sum { found, expected })
        }
    }

    /// Decodes the mask to an image of zeros and ones. Before anything is allocated it is checked
    /// that the counts fill the mask and that it has at most [`MAX_PIXELS`].
    pub fn to_image(&self) -> Result<Image<u8>, CocoError> {
        let (height, width) = (self.height, self.width);
        self.check()?;
        if height * width > MAX_PIXELS {
            return Err(too_large(height, width, MAX_PIXELS));
        }
        let mut mask = vec![0; height * width];
        for (start, end) in self.object_spans() {
            for at in start as usize..end as usize {
                mask[at % height * width + at / height] = 1;
            }
        }
        Ok(Image::from_pixels(height, width, mask).expect("one pixel for each position"))
    }

    /// Decodes the mask to zeros and ones in column-major order.
    ///
    /// # Panics
    /// If `pixels` is shorter than the sum of the counts.
    pub fn paint_columns(&self, pixels: &mut [u8]) {
        let mut rest = pixels;
        for (number, &count) in self.counts.iter().enumerate() {
            let (run, after) = rest.split_at_mut(count as usize);
            run.fill(number as u8 & 1);
            rest = after;
        }
    }

    /// Parses the compressed string; the sum of the counts is not checked.
    pub fn parse(height: usize, width: usize, text: &[u8]) -> Result<Self, CocoError> {
        Ok(Self::new(height, width, string::read(text)?))
    }

    /// Writes the compressed string: each count from the fourth on as the difference to the count
    /// two before it, in groups of five bits, lowest first, added to '0'.
    pub fn to_bytes(&self) -> Vec<u8> {
        string::write(&self.counts)
    }

    /// Iterates over the object runs as start and end index in column-major order; the end is
    /// excluded.
    pub(crate) fn object_spans(&self) -> impl Iterator<Item = (u32, u32)> {
        let mut at = 0;
        let (pairs, _) = self.counts.as_chunks::<2>();
        pairs.iter().map(move |&[background, object]| {
            let start = at + background;
            at = start + object;
            (start, at)
        })
    }

    /// The number of object pixels.
    pub fn area(&self) -> u32 {
        let (pairs, _) = self.counts.as_chunks::<2>();
        pairs.iter().map(|pair| pair[1]).sum()
    }
}

/// The first end, 0, of a mask that begins with the object: its first background run is empty. No
/// end otherwise.
fn first_ends(pixels: &[u8]) -> Vec<u32> {
    match pixels.first() {
        None | Some(0) => Vec::new(),
        Some(_) => vec![0],
    }
}

fn too_large(height: usize, width: usize, most: usize) -> CocoError {
    CocoError::TooLarge {
        height,
        width,
        most,
    }
}

/// The number of pixels of a mask of `height` × `width`, or an error above 2³² − 1.
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

    /// Reference implementation: walks the mask in column-major order as the format is defined.
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
        fn masks_and_strings_survive_a_round_trip(mask in masks()) {
            let coco = CocoMask::from_image(&mask);
            let read = CocoMask::parse(coco.height, coco.width, &coco.to_bytes());
            prop_assert_eq!(read.as_ref(), Ok(&coco));
            prop_assert_eq!(coco.to_image(), Ok(mask.map(|&pixel| u8::from(pixel != 0))));
        }

        #[test]
        fn any_text_parses_or_is_refused(text in "[ -~]{0,40}") {
            if let Ok(coco) = CocoMask::parse(3, 4, text.as_bytes()) {
                prop_assert_eq!(coco.to_image().is_ok(), coco.counts.iter().map(|&count| u64::from(count)).sum::<u64>() == 12);
            }
        }
    }

    #[test]
    fn parse_errors_name_the_position() {
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
        fn column_major_bytes_and_images_have_the_same_runs(mask in masks()) {
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
