//! Reduction of RGB images to black and white or to eight colours.

use crate::image::Image;

/// 8-bit red, green and blue levels.
pub type Rgb = [u8; 3];

/// A pixel of a black-and-white image: 0 is black and 1 is white.
///
/// Other formats differ: 1 is black in PBM, and 1 is the object in a COCO mask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Bit {
    /// The value 0.
    #[default]
    Black = 0,
    /// The value 1.
    White = 1,
}

/// A colour whose red, green and blue levels are each off (0) or on (1).
pub type EightColour = [Bit; 3];

impl Bit {
    /// The opposite colour: black for white, white for black.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

/// Thresholds a level: black below 128, white from 128 on.
#[doc(alias = "noir_ou_blanc")]
pub fn black_or_white(level: f64) -> Bit {
    if level < 128.0 {
        Bit::Black
    } else {
        Bit::White
    }
}

/// Thresholds the mean of the three levels of each pixel; the mean is not rounded first.
#[doc(alias = "passer_en_nb")]
pub fn black_and_white(image: &Image<Rgb>) -> Image<Bit> {
    image.map(|&levels| black_or_white(mean(levels)))
}

/// Thresholds each level of each pixel separately.
///
/// # Examples
/// ```
/// use pavage::{Bit::{Black, White}, Image, colours::eight_colours};
///
/// let image = Image::filled(1, 1, [255, 100, 129])?;
/// assert_eq!(eight_colours(&image)[(0, 0)], [White, Black, White]);
/// # Ok::<(), pavage::image::ImageError>(())
/// ```
#[doc(alias = "passer_en_8_couleurs")]
pub fn eight_colours(image: &Image<Rgb>) -> Image<EightColour> {
    image.map(|levels| levels.map(|level| black_or_white(f64::from(level))))
}

fn mean(levels: Rgb) -> f64 {
    levels.into_iter().map(f64::from).sum::<f64>() / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_not_rounded_before_it_is_compared() {
        let image = Image::from_rows(vec![vec![[127, 128, 128], [128, 128, 128]]]).unwrap();
        assert_eq!(black_and_white(&image).pixels(), [Bit::Black, Bit::White]);
    }

    #[test]
    fn levels_from_128_are_white() {
        let cases = [(0.0, 0), (127.0, 0), (127.99, 0), (128.0, 1), (255.0, 1)];
        for (level, expected) in cases {
            assert_eq!(black_or_white(level) as u8, expected, "{level}");
        }
    }
}
