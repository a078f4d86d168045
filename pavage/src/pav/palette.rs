//! The palette: the distinct colours of a picture in ascending order.

use super::coder::RangeCoder;
use super::model::AdaptiveNumber;
use super::{Damage, PavHeader, damage};
use crate::image::Image;
use crate::picture::Picture;

/// Maximum number of colours: palette indices have 16 bits.
const MAX_COLOURS: usize = 1 << 16;

/// Distinct colours in ascending order, each as the bytes of its pixel in big-endian order.
#[derive(Clone, Debug, Default)]
pub(super) struct Palette {
    pub(super) colours: Vec<u64>,
}

impl Palette {
    /// The palette of black and white: index 0 is black, index 1 is white.
    fn black_and_white() -> Self {
        Self {
            colours: vec![0, 255],
        }
    }

    /// Collects the colours of a picture, or returns `None` above [`MAX_COLOURS`].
    pub(super) fn from_picture(picture: &Picture) -> Option<Self> {
        if picture.is_black_and_white() {
            return Some(Self::black_and_white());
        }
        let mut colours = Vec::new();
        let mut unsorted = 0;
        for colour in picture.pixel_values() {
            if colours.last() == Some(&colour) {
                continue;
            }
            colours.push(colour);
            unsorted += 1;
            if unsorted > MAX_COLOURS {
                colours.sort_unstable();
                colours.dedup();
                unsorted = 0;
            }
            if colours.len() > 3 * MAX_COLOURS {
                return None;
            }
        }
        colours.sort_unstable();
        colours.dedup();
        // The first colour is coded as a number, and the number model excludes 2⁶⁴ − 1.
        let can_be_written = colours.first() != Some(&u64::MAX) && colours.len() <= MAX_COLOURS;
        can_be_written.then_some(Self { colours })
    }

    /// Converts the pixels of a picture to palette indices.
    pub(super) fn places(&self, picture: &Picture) -> Image<u16> {
        let mut places = Vec::with_capacity(picture.width() * picture.height());
        let mut last = (self.colours.first().copied().unwrap_or(0), 0);
        for colour in picture.pixel_values() {
            if colour != last.0 {
                let place = self
                    .colours
                    .binary_search(&colour)
                    .expect("the palette has every colour of the picture");
                last = (colour, place as u16);
            }
            places.push(last.1);
        }
        picture.image(places)
    }

    /// Codes the number of colours minus one, then each colour as its difference to the one before;
    /// nothing for black and white.
    pub(super) fn code(
        &self,
        coder: &mut impl RangeCoder,
        header: &PavHeader,
    ) -> Result<Self, Damage> {
        if header.is_black_and_white {
            return Ok(Self::black_and_white());
        }
        let bits = 8 * header.layout.pixel_bytes() as u32;
        let fits = |colour: &u64| colour.checked_shr(bits).unwrap_or(0) == 0;
        let count = AdaptiveNumber::new().code(coder, self.colours.len().saturating_sub(1) as u64);
        if count >= MAX_COLOURS as u64 {
            return Err(damage("the palette has more than 65536 colours"));
        }
        let mut gaps = AdaptiveNumber::new();
        let mut colours: Vec<u64> = Vec::new();
        for at in 0..=count as usize {
            let least = colours.last().map_or(0, |last| last + 1);
            let gap = self.colours.get(at).map_or(0, |colour| colour - least);
            let next = least.checked_add(gaps.code(coder, gap)).filter(fits);
            colours.push(next.ok_or(damage("a palette colour does not fit into a pixel"))?);
        }
        Ok(Self { colours })
    }
}
