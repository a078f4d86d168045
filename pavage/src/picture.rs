//! A picture as decoded from a file: one to four channels of 8-bit or 16-bit samples.

use crate::colours::{Bit, Rgb, black_and_white};
use crate::image::Image;
use std::borrow::Cow;
use thiserror::Error;

/// The channels of a pixel, in the order of its samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Channels {
    /// One grey level.
    Grey,
    /// One grey level, then the opacity.
    GreyAlpha,
    /// Red, green and blue levels.
    Rgb,
    /// Red, green and blue levels, then the opacity.
    Rgba,
}

/// The number of bits of a sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// 8 bits: one byte.
    Eight,
    /// 16 bits: two bytes, big-endian.
    Sixteen,
}

/// The pixel layout of a picture: its channels and the depth of their samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Layout {
    /// The channels of each pixel.
    pub channels: Channels,
    /// The bit depth of every sample.
    pub depth: Depth,
}

/// Error: the number of sample bytes does not match the size and layout of the picture.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("{found} bytes of samples do not match {width} by {height} pixels of {pixel_bytes} bytes")]
pub struct WrongLength {
    /// Number of sample bytes given.
    pub found: usize,
    /// Width of the picture, in pixels.
    pub width: usize,
    /// Height of the picture, in pixels.
    pub height: usize,
    /// Number of bytes of one pixel.
    pub pixel_bytes: usize,
}

/// A picture in memory: its size, its pixel layout and its samples in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    width: usize,
    height: usize,
    layout: Layout,
    samples: Vec<u8>,
}

impl Channels {
    /// All layouts of channels, by ascending number of samples.
    pub const ALL: [Self; 4] = [Self::Grey, Self::GreyAlpha, Self::Rgb, Self::Rgba];

    /// The number of samples of a pixel, from 1 to 4.
    pub fn count(self) -> usize {
        self as usize + 1
    }

    /// The English names of the channels, for messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Grey => "grey",
            Self::GreyAlpha => "grey and opacity",
            Self::Rgb => "red, green, blue",
            Self::Rgba => "red, green, blue, opacity",
        }
    }

    /// Whether the last channel is the opacity.
    pub fn has_alpha(self) -> bool {
        matches!(self, Self::GreyAlpha | Self::Rgba)
    }
}

impl Depth {
    /// The number of bytes of a sample: 1 or 2.
    pub fn bytes(self) -> usize {
        self as usize + 1
    }
}

impl Layout {
    /// 8-bit grey: one byte a pixel.
    pub const GREY: Self = Self::new(Channels::Grey, Depth::Eight);
    /// 8-bit RGB: three bytes a pixel.
    pub const RGB: Self = Self::new(Channels::Rgb, Depth::Eight);
    /// 8-bit RGBA: four bytes a pixel.
    pub const RGBA: Self = Self::new(Channels::Rgba, Depth::Eight);

    /// A layout of these channels with samples of this depth.
    pub const fn new(channels: Channels, depth: Depth) -> Self {
        Self { channels, depth }
    }

    /// The number of bytes of a pixel, from 1 to 8.
    pub fn pixel_bytes(self) -> usize {
        self.channels.count() * self.depth.bytes()
    }
}

impl Picture {
    /// Makes a picture from its samples in row-major order; 16-bit samples are big-endian.
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

    /// The width in pixels.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The height in pixels.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The channels and the sample depth.
    pub fn layout(&self) -> Layout {
        self.layout
    }

    /// The bytes of all samples in row-major order; 16-bit samples are big-endian.
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

    /// Some rows of the picture from `first` on; all are not copied.
    pub(crate) fn rows(&self, first: usize, count: usize) -> Cow<'_, Self> {
        if count == self.height {
            return Cow::Borrowed(self);
        }
        let row = self.width * self.layout.pixel_bytes();
        let samples = self.samples[first * row..][..count * row].to_vec();
        Cow::Owned(Self {
            height: count,
            samples,
            ..*self
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

    /// Makes an image of the size of the picture from one value for each pixel.
    ///
    /// # Panics
    /// If there are more or fewer values than pixels.
    pub fn image<P>(&self, pixels: Vec<P>) -> Image<P> {
        Image::from_pixels(self.height, self.width, pixels).expect("one value for each pixel")
    }

    /// The picture as 8-bit RGB, without opacity; of 16-bit samples only the upper byte is used.
    pub fn to_rgb(&self) -> Image<Rgb> {
        let rgb = |[red, green, blue, _]: [u8; 4]| [red, green, blue];
        self.image(self.rgba_pixels().map(rgb).collect())
    }

    /// Converts a black-and-white image to 8-bit grey: black becomes 0 and white becomes 255.
    pub fn from_bits(image: &Image<Bit>) -> Self {
        let samples = image.pixels().iter().map(|&bit| 255 * bit as u8).collect();
        Self::from_samples(image, Layout::GREY, samples)
    }

    /// Converts an RGB image to a picture of three 8-bit samples a pixel.
    pub fn from_rgb(image: &Image<Rgb>) -> Self {
        Self::from_samples(image, Layout::RGB, image.pixels().as_flattened().to_vec())
    }

    /// Makes a picture of the size of an image from the samples of its pixels.
    pub(crate) fn from_samples<P>(image: &Image<P>, layout: Layout, samples: Vec<u8>) -> Self {
        Self::new(image.width(), image.height(), layout, samples)
            .expect("the same number of samples for each pixel")
    }

    /// Converts the picture to black and white as [`black_and_white`] does, ignoring opacity.
    pub fn to_bits(&self) -> Image<Bit> {
        black_and_white(&self.to_rgb())
    }

    /// Whether the picture is 8-bit grey with only the levels 0 and 255, which packs into one bit a
    /// pixel.
    pub fn is_black_and_white(&self) -> bool {
        self.layout == Layout::GREY && self.samples.iter().all(|&level| level == 0 || level == 255)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_number_of_sample_bytes_is_refused() {
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
    fn only_levels_0_and_255_are_black_and_white() {
        let grey =
            |levels: &[u8]| Picture::new(levels.len(), 1, Layout::GREY, levels.to_vec()).unwrap();
        assert!(grey(&[0, 255, 0]).is_black_and_white());
        assert!(!grey(&[0, 254]).is_black_and_white());
    }
}
