//! A picture as files hold it: one to four channels of 8 or 16 bits.

use crate::colours::{Bit, Rgb, black_and_white};
use crate::image::Image;
use thiserror::Error;

/// What the samples of a pixel mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channels {
    /// A grey level.
    Grey,
    /// A grey level and its opacity.
    GreyAlpha,
    /// Red, green and blue levels.
    Rgb,
    /// Red, green and blue levels and their opacity.
    Rgba,
}

/// The bits of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// One byte.
    Eight,
    /// Two bytes, the more significant one first.
    Sixteen,
}

/// Channels and depth: how the bytes of a pixel are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Layout {
    /// The samples of a pixel.
    pub channels: Channels,
    /// The bits of each.
    pub depth: Depth,
}

/// The bytes given are not those of a picture of that size and layout.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{found} bytes are not a picture of {width} by {height} pixels of {pixel_bytes} bytes")]
pub struct WrongLength {
    /// The bytes given.
    pub found: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Bytes a pixel.
    pub pixel_bytes: usize,
}

/// A picture with its samples, row after row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    layout: Layout,
    samples: Vec<u8>,
}

impl Channels {
    /// How many samples a pixel has.
    pub fn count(self) -> usize {
        self as usize + 1
    }

    /// What they are called where they are shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grey => "grey",
            Self::GreyAlpha => "grey and opacity",
            Self::Rgb => "red, green, blue",
            Self::Rgba => "red, green, blue, opacity",
        }
    }

    /// Whether one of them is the opacity.
    pub fn has_alpha(self) -> bool {
        matches!(self, Self::GreyAlpha | Self::Rgba)
    }
}

impl Depth {
    /// Bytes a sample.
    pub fn bytes(self) -> usize {
        self as usize + 1
    }
}

impl Layout {
    /// Grey levels of one byte.
    pub const GREY: Self = Self {
        channels: Channels::Grey,
        depth: Depth::Eight,
    };
    /// Colours of three bytes.
    pub const RGB: Self = Self {
        channels: Channels::Rgb,
        depth: Depth::Eight,
    };
    /// Colours of four bytes.
    pub const RGBA: Self = Self {
        channels: Channels::Rgba,
        depth: Depth::Eight,
    };

    /// Bytes a pixel.
    pub fn pixel_bytes(self) -> usize {
        self.channels.count() * self.depth.bytes()
    }
}

impl Picture {
    /// A picture of these samples.
    ///
    /// # Errors
    /// If there are not exactly the bytes of `width` × `height` pixels.
    pub fn new(
        width: usize,
        height: usize,
        layout: Layout,
        samples: Vec<u8>,
    ) -> Result<Self, WrongLength> {
        let pixel_bytes = layout.pixel_bytes();
        let expected = width
            .checked_mul(height)
            .and_then(|count| count.checked_mul(pixel_bytes));
        if expected != Some(samples.len()) {
            return Err(WrongLength {
                found: samples.len(),
                width,
                height,
                pixel_bytes,
            });
        }
        Ok(Self {
            width,
            height,
            layout,
            samples,
        })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// How its bytes are read.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// Its bytes, row after row.
    pub fn samples(&self) -> &[u8] {
        &self.samples
    }

    /// Iterates over the pixels as numbers: the bytes of each, the first one most significant.
    pub fn pixel_values(&self) -> impl Iterator<Item = u64> {
        let pixels = self.samples.chunks_exact(self.layout.pixel_bytes());
        pixels.map(|pixel| {
            let append = |value: u64, &byte: &u8| value << 8 | u64::from(byte);
            pixel.iter().fold(0, append)
        })
    }

    /// Iterates over the pixels as 8-bit RGBA; of 16-bit samples only the upper byte is used.
    pub fn rgba_pixels(&self) -> impl Iterator<Item = [u8; 4]> {
        let Layout { channels, depth } = self.layout;
        let pixels = self.samples.chunks_exact(self.layout.pixel_bytes());
        pixels.map(move |pixel| {
            let level = |channel: usize| pixel[channel * depth.bytes()];
            match channels {
                Channels::Grey => [level(0), level(0), level(0), 255],
                Channels::GreyAlpha => [level(0), level(0), level(0), level(1)],
                Channels::Rgb => [level(0), level(1), level(2), 255],
                Channels::Rgba => [level(0), level(1), level(2), level(3)],
            }
        })
    }

    /// The picture as 8-bit RGB, without opacity; of 16-bit samples only the upper byte is used.
    pub fn to_rgb(&self) -> Image<Rgb> {
        let pixels = self
            .rgba_pixels()
            .map(|[red, green, blue, _]| [red, green, blue]);
        Image::from_pixels(self.height, self.width, pixels.collect())
            .expect("one colour for each pixel")
    }

    /// Black as 0 and white as 255.
    pub fn from_bits(image: &Image<Bit>) -> Self {
        let samples = image.pixels().iter().map(|&bit| 255 * bit as u8).collect();
        let (width, height) = (image.width(), image.height());
        Self {
            width,
            height,
            layout: Layout::GREY,
            samples,
        }
    }

    /// A picture of three samples a pixel.
    pub fn from_rgb(image: &Image<Rgb>) -> Self {
        let samples = image.pixels().as_flattened().to_vec();
        let (width, height) = (image.width(), image.height());
        Self {
            width,
            height,
            layout: Layout::RGB,
            samples,
        }
    }

    /// Black or white as they are, other colours as [`black_and_white`] makes them.
    pub fn to_bits(&self) -> Image<Bit> {
        black_and_white(&self.to_rgb())
    }

    /// Whether every pixel is fully black or fully white, of one byte: such a picture takes one bit
    /// a pixel.
    pub fn is_black_and_white(&self) -> bool {
        self.layout == Layout::GREY && self.samples.iter().all(|&level| level == 0 || level == 255)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_of_another_length_are_refused() {
        let refused = WrongLength {
            found: 5,
            width: 2,
            height: 1,
            pixel_bytes: 3,
        };
        assert_eq!(Picture::new(2, 1, Layout::RGB, vec![0; 5]), Err(refused));
        assert!(Picture::new(usize::MAX, 2, Layout::GREY, vec![]).is_err());
    }

    #[test]
    fn only_the_two_extremes_are_black_and_white() {
        let grey =
            |levels: &[u8]| Picture::new(levels.len(), 1, Layout::GREY, levels.to_vec()).unwrap();
        assert!(grey(&[0, 255, 0]).is_black_and_white());
        assert!(!grey(&[0, 254]).is_black_and_white());
    }
}
