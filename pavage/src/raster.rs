//! Picture formats other than `.pav`: PNG, BMP, GIF and PNM are read and written without loss;
//! JPEG, WebP and TIFF are read.

mod frames;
mod metadata;
mod write;

use crate::limits::{CodecLimits, LimitError};
use crate::metadata::MetadataChunk;

use crate::picture::{Channels, Depth, Layout, Picture};
use image::{ColorType, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader};
use std::io::Cursor;
use thiserror::Error;

/// A picture format other than `.pav`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RasterFormat {
    /// Portable Network Graphics.
    Png,
    /// Windows bitmap.
    Bmp,
    /// GIF with a single frame.
    Gif,
    /// PBM for black and white, else PGM or PPM, or PAM with opacity.
    Pnm,
    /// JPEG, read only.
    Jpeg,
    /// WebP, read only.
    Webp,
    /// TIFF with a single page, read only.
    Tiff,
}

/// Error: a file that cannot be read, or a picture that cannot be written.
#[derive(Debug, Error)]
pub enum RasterError {
    /// The file is damaged or uses an unsupported variant of its format.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// The picture exceeds a limit.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The samples are not 8-bit or 16-bit integers.
    #[error("only samples of 8 or 16 bits are supported")]
    Samples,
    /// The file has several frames or pages, of which only one could be kept.
    #[error("the file has several frames or pages: split it into single pictures first")]
    Several,
    /// The format cannot represent the picture exactly.
    #[error("{format} cannot represent {what}: use png")]
    Lossy {
        /// Name of the format.
        format: &'static str,
        /// The property of the picture that would be lost.
        what: &'static str,
    },
    /// The format is read only; the field is its name.
    #[error("{0} files can be read but not written: use png")]
    OnlyRead(&'static str),
}

impl RasterFormat {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Png,
        Self::Bmp,
        Self::Gif,
        Self::Pnm,
        Self::Jpeg,
        Self::Webp,
        Self::Tiff,
    ];

    /// Detects the format from the first bytes of a file.
    ///
    /// # Examples
    /// ```
    /// use pavage::raster::RasterFormat;
    ///
    /// assert_eq!(RasterFormat::detect(b"P5\n2 1\n255\n\0\0"), Some(RasterFormat::Pnm));
    /// assert_eq!(RasterFormat::detect(b"PAV\x01"), None);
    /// ```
    pub fn detect(file: &[u8]) -> Option<Self> {
        let known = [
            (Self::Png, b"\x89PNG\r\n\x1A\n".as_slice()),
            (Self::Gif, b"GIF87a"),
            (Self::Gif, b"GIF89a"),
            (Self::Jpeg, b"\xFF\xD8\xFF"),
            (Self::Tiff, b"II*\0"),
            (Self::Tiff, b"MM\0*"),
            (Self::Tiff, b"II+\0"),
            (Self::Tiff, b"MM\0+"),
            (Self::Bmp, b"BM"),
        ];
        if file.starts_with(b"RIFF") && file.get(8..12) == Some(b"WEBP") {
            return Some(Self::Webp);
        }
        match file {
            [b'P', b'1'..=b'7', space, ..] if space.is_ascii_whitespace() => Some(Self::Pnm),
            _ => known
                .into_iter()
                .find(|(_, first)| file.starts_with(first))
                .map(|(raster, _)| raster),
        }
    }

    fn format(self) -> ImageFormat {
        match self {
            Self::Png => ImageFormat::Png,
            Self::Bmp => ImageFormat::Bmp,
            Self::Gif => ImageFormat::Gif,
            Self::Pnm => ImageFormat::Pnm,
            Self::Jpeg => ImageFormat::Jpeg,
            Self::Webp => ImageFormat::WebP,
            Self::Tiff => ImageFormat::Tiff,
        }
    }

    /// Bytes that the decoder allocates for each byte of samples, the samples included;
    /// `tests/limits.rs` measures them.
    fn copies(self) -> u64 {
        match self {
            Self::Png | Self::Bmp | Self::Pnm => 2,
            Self::Gif | Self::Webp | Self::Tiff => 3,
            Self::Jpeg => 5,
        }
    }

    /// Decodes a file with a single frame; the limits are checked before pixels are allocated.
    pub fn read(self, file: &[u8], limits: &CodecLimits) -> Result<Picture, RasterError> {
        if frames::are_several(self, file) {
            return Err(RasterError::Several);
        }
        let mut reader = ImageReader::with_format(Cursor::new(file), self.format());
        let mut allowed = image::Limits::default();
        allowed.max_alloc = Some(limits.memory);
        reader.limits(allowed);
        let within = |error| within(error, limits);
        let decoder = reader.into_decoder().map_err(within)?;
        let (width, height) = decoder.dimensions();
        let memory = decoder.total_bytes().saturating_mul(self.copies());
        let memory = memory.saturating_add(2 * file.len() as u64 + TABLES);
        limits.check(u64::from(width) * u64::from(height), memory)?;
        let picture = from_image(DynamicImage::from_decoder(decoder).map_err(within)?)?;
        Ok(if self == Self::Gif {
            without_opacity(picture)
        } else {
            picture
        })
    }

    /// Encodes a picture, or refuses it if the format cannot represent it exactly.
    pub fn write(self, picture: &Picture) -> Result<Vec<u8>, RasterError> {
        match self {
            Self::Png => write::png(picture),
            Self::Bmp => write::bmp(picture),
            Self::Gif => write::gif(picture),
            Self::Pnm => Ok(write::pnm(picture)),
            Self::Jpeg => Err(RasterError::OnlyRead("JPEG")),
            Self::Webp => Err(RasterError::OnlyRead("WebP")),
            Self::Tiff => Err(RasterError::OnlyRead("TIFF")),
        }
    }
}

/// Encodes a picture as PNG with metadata chunks.
pub fn png_with(picture: &Picture, chunks: &[MetadataChunk]) -> Result<Vec<u8>, RasterError> {
    Ok(metadata::with_chunks(&write::png(picture)?, chunks))
}

/// Upper bound of the bytes of the tables of any decoder.
const TABLES: u64 = 4 << 20;

/// Converts a limit error of the image crate, which does not say how much memory it needed.
fn within(error: ImageError, limits: &CodecLimits) -> RasterError {
    match error {
        ImageError::Limits(_) => RasterError::Limit(LimitError {
            what: "bytes of memory",
            asked: limits.memory.saturating_add(1),
            limit: limits.memory,
        }),
        other => RasterError::Image(other),
    }
}

/// The colour types of the image crate that are read and written.
const COLOUR_TYPES: [(ColorType, Layout); 8] = [
    (ColorType::L8, Layout::GREY),
    (
        ColorType::La8,
        Layout::new(Channels::GreyAlpha, Depth::Eight),
    ),
    (ColorType::Rgb8, Layout::RGB),
    (ColorType::Rgba8, Layout::RGBA),
    (ColorType::L16, Layout::new(Channels::Grey, Depth::Sixteen)),
    (
        ColorType::La16,
        Layout::new(Channels::GreyAlpha, Depth::Sixteen),
    ),
    (ColorType::Rgb16, Layout::new(Channels::Rgb, Depth::Sixteen)),
    (
        ColorType::Rgba16,
        Layout::new(Channels::Rgba, Depth::Sixteen),
    ),
];

fn from_image(image: DynamicImage) -> Result<Picture, RasterError> {
    let (width, height) = (image.width() as usize, image.height() as usize);
    let colour = image.color();
    let found = COLOUR_TYPES.into_iter().find(|(known, _)| *known == colour);
    let (_, layout) = found.ok_or(RasterError::Samples)?;
    let samples = swapped(image.into_bytes(), layout.depth);
    Ok(Picture::new(width, height, layout, samples)
        .expect("the decoder returns samples of the declared size"))
}

/// Converts 16-bit samples from native to big-endian byte order, or back.
fn swapped(mut samples: Vec<u8>, depth: Depth) -> Vec<u8> {
    if depth == Depth::Sixteen {
        let (pairs, _) = samples.as_chunks_mut::<2>();
        for pair in pairs {
            *pair = u16::from_ne_bytes(*pair).to_be_bytes();
        }
    }
    samples
}

/// Removes the opacity channel if every pixel is opaque: the GIF decoder always returns RGBA.
fn without_opacity(picture: Picture) -> Picture {
    let (pixels, _) = picture.samples().as_chunks::<4>();
    if picture.layout() != Layout::RGBA || pixels.iter().any(|pixel| pixel[3] != 255) {
        return picture;
    }
    Picture::from_rgb(&picture.to_rgb())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(channels: Channels, depth: Depth) -> Picture {
        let layout = Layout { channels, depth };
        let samples = (0..15 * layout.pixel_bytes())
            .map(|at| (at * 37 % 251) as u8)
            .collect();
        Picture::new(5, 3, layout, samples).unwrap()
    }

    #[track_caller]
    fn check_round_trip(raster: RasterFormat, picture: &Picture) {
        let file = raster.write(picture).unwrap();
        assert_eq!(
            &raster.read(&file, &CodecLimits::default()).unwrap(),
            picture
        );
    }

    #[test]
    fn png_and_pnm_hold_every_layout() {
        for channels in [
            Channels::Grey,
            Channels::GreyAlpha,
            Channels::Rgb,
            Channels::Rgba,
        ] {
            for depth in [Depth::Eight, Depth::Sixteen] {
                check_round_trip(RasterFormat::Png, &picture(channels, depth));
                check_round_trip(RasterFormat::Pnm, &picture(channels, depth));
            }
        }
    }

    #[test]
    fn bmp_holds_colours_of_8_bits() {
        check_round_trip(RasterFormat::Bmp, &picture(Channels::Rgb, Depth::Eight));
        check_round_trip(RasterFormat::Bmp, &picture(Channels::Rgba, Depth::Eight));
        let refused = RasterFormat::Bmp.write(&picture(Channels::Rgb, Depth::Sixteen));
        assert!(matches!(
            refused,
            Err(RasterError::Lossy { format: "BMP", .. })
        ));
    }

    #[test]
    fn black_is_1_in_pbm() {
        let levels = vec![0, 255, 255, 0, 255, 255, 255, 255, 0];
        let picture = Picture::new(9, 1, Layout::GREY, levels).unwrap();
        assert_eq!(
            RasterFormat::Pnm.write(&picture).unwrap(),
            b"P4\n9 1\n\x90\x80"
        );
        check_round_trip(RasterFormat::Pnm, &picture);
    }

    #[test]
    fn gif_keeps_256_colours_exactly_and_refuses_more() {
        let colours = |count: usize| {
            let pixel = |at: usize| [at as u8, (at / 256) as u8 * 90, (at * 7) as u8];
            let samples = (0..count).flat_map(pixel).collect();
            Picture::new(count, 1, Layout::RGB, samples).unwrap()
        };
        check_round_trip(RasterFormat::Gif, &colours(256));
        let refused = RasterFormat::Gif.write(&colours(257));
        assert!(matches!(
            refused,
            Err(RasterError::Lossy {
                what: "more than 256 colours",
                ..
            })
        ));
    }

    #[test]
    fn the_limits_of_the_caller_are_enforced() {
        let file = RasterFormat::Png
            .write(&picture(Channels::Rgb, Depth::Eight))
            .unwrap();
        let limits = CodecLimits {
            pixels: 14,
            ..CodecLimits::default()
        };
        assert!(matches!(
            RasterFormat::Png.read(&file, &limits),
            Err(RasterError::Limit(_))
        ));
    }
}
