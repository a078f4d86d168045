//! PNG, BMP, GIF and PNM, in and out, without losing anything.

use crate::pav::Limits;
use crate::picture::{Channels, Depth, Layout, Picture};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::{bmp::BmpEncoder, gif::GifEncoder};
use image::error::{LimitError, LimitErrorKind};
use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat,
    ImageReader,
};
use std::collections::BTreeSet;
use std::io::Cursor;
use thiserror::Error;

/// A file format of pictures that other programs know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Raster {
    /// Portable Network Graphics.
    Png,
    /// Windows bitmap.
    Bmp,
    /// GIF, of which the first picture is read.
    Gif,
    /// PBM for black and white, PGM, PPM, or PAM where there is opacity.
    Pnm,
}

/// Why a file is not read, or not written.
#[derive(Debug, Error)]
pub enum RasterError {
    /// The file is damaged, too large for the limits, or of a kind not known.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// Samples that are not whole numbers.
    #[error("samples that are not whole numbers of 8 or 16 bits are not read")]
    Samples,
    /// The format cannot hold the picture.
    #[error("{format} cannot hold {what}: choose png")]
    Lossy {
        /// The format.
        format: &'static str,
        /// What would be lost.
        what: &'static str,
    },
}

impl Raster {
    fn format(self) -> ImageFormat {
        match self {
            Self::Png => ImageFormat::Png,
            Self::Bmp => ImageFormat::Bmp,
            Self::Gif => ImageFormat::Gif,
            Self::Pnm => ImageFormat::Pnm,
        }
    }

    /// The picture of a file.
    ///
    /// # Errors
    /// If the file is damaged or passes the limits.
    pub fn read(self, file: &[u8], limits: &Limits) -> Result<Picture, RasterError> {
        let mut reader = ImageReader::with_format(Cursor::new(file), self.format());
        let mut allowed = image::Limits::default();
        allowed.max_alloc = Some(limits.memory);
        reader.limits(allowed);
        let decoder = reader.into_decoder()?;
        let (width, height) = decoder.dimensions();
        if u64::from(width) * u64::from(height) > limits.pixels {
            let error = LimitError::from_kind(LimitErrorKind::DimensionError);
            return Err(ImageError::Limits(error).into());
        }
        let picture = from_image(DynamicImage::from_decoder(decoder)?)?;
        Ok(if self == Self::Gif {
            without_opacity(picture)
        } else {
            picture
        })
    }

    /// The file of a picture.
    ///
    /// # Errors
    /// [`RasterError::Lossy`] rather than a file of another picture.
    pub fn write(self, picture: &Picture) -> Result<Vec<u8>, RasterError> {
        match self {
            Self::Png => png(picture),
            Self::Bmp => bmp(picture),
            Self::Gif => gif(picture),
            Self::Pnm => Ok(pnm(picture)),
        }
    }
}

fn from_image(image: DynamicImage) -> Result<Picture, RasterError> {
    use Channels::{Grey, GreyAlpha, Rgb, Rgba};
    let (width, height) = (image.width() as usize, image.height() as usize);
    let (channels, depth, samples) = match image {
        DynamicImage::ImageLuma8(image) => (Grey, Depth::Eight, image.into_raw()),
        DynamicImage::ImageLumaA8(image) => (GreyAlpha, Depth::Eight, image.into_raw()),
        DynamicImage::ImageRgb8(image) => (Rgb, Depth::Eight, image.into_raw()),
        DynamicImage::ImageRgba8(image) => (Rgba, Depth::Eight, image.into_raw()),
        DynamicImage::ImageLuma16(image) => (Grey, Depth::Sixteen, big_endian(&image)),
        DynamicImage::ImageLumaA16(image) => (GreyAlpha, Depth::Sixteen, big_endian(&image)),
        DynamicImage::ImageRgb16(image) => (Rgb, Depth::Sixteen, big_endian(&image)),
        DynamicImage::ImageRgba16(image) => (Rgba, Depth::Sixteen, big_endian(&image)),
        _ => return Err(RasterError::Samples),
    };
    let layout = Layout { channels, depth };
    Ok(Picture::new(width, height, layout, samples).expect("the samples of its size"))
}

/// GIF pictures are read with an opacity whether they have one or not: one that is full everywhere goes.
fn without_opacity(picture: Picture) -> Picture {
    let (pixels, _) = picture.samples().as_chunks::<4>();
    if picture.layout() != Layout::RGBA || pixels.iter().any(|pixel| pixel[3] != 255) {
        return picture;
    }
    let samples = pixels
        .iter()
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2]])
        .collect();
    Picture::new(picture.width(), picture.height(), Layout::RGB, samples)
        .expect("three of four samples")
}

fn big_endian(samples: &[u16]) -> Vec<u8> {
    samples
        .iter()
        .flat_map(|sample| sample.to_be_bytes())
        .collect()
}

/// Samples of 16 bits in the order of the machine, as the encoders want them.
fn machine_order(picture: &Picture) -> Vec<u8> {
    match picture.layout().depth {
        Depth::Eight => picture.samples().to_vec(),
        Depth::Sixteen => {
            let (pairs, _) = picture.samples().as_chunks::<2>();
            pairs
                .iter()
                .flat_map(|&pair| u16::from_be_bytes(pair).to_ne_bytes())
                .collect()
        }
    }
}

fn colour_type(layout: Layout) -> ExtendedColorType {
    match (layout.channels, layout.depth) {
        (Channels::Grey, Depth::Eight) => ExtendedColorType::L8,
        (Channels::GreyAlpha, Depth::Eight) => ExtendedColorType::La8,
        (Channels::Rgb, Depth::Eight) => ExtendedColorType::Rgb8,
        (Channels::Rgba, Depth::Eight) => ExtendedColorType::Rgba8,
        (Channels::Grey, Depth::Sixteen) => ExtendedColorType::L16,
        (Channels::GreyAlpha, Depth::Sixteen) => ExtendedColorType::La16,
        (Channels::Rgb, Depth::Sixteen) => ExtendedColorType::Rgb16,
        (Channels::Rgba, Depth::Sixteen) => ExtendedColorType::Rgba16,
    }
}

fn size(picture: &Picture) -> Result<(u32, u32), ImageError> {
    let side = |side: usize| {
        u32::try_from(side)
            .map_err(|_| ImageError::Limits(LimitError::from_kind(LimitErrorKind::DimensionError)))
    };
    Ok((side(picture.width())?, side(picture.height())?))
}

fn png(picture: &Picture) -> Result<Vec<u8>, RasterError> {
    let mut file = Vec::new();
    let (width, height) = size(picture)?;
    let encoder =
        PngEncoder::new_with_quality(&mut file, CompressionType::Best, FilterType::Adaptive);
    encoder.write_image(
        &machine_order(picture),
        width,
        height,
        colour_type(picture.layout()),
    )?;
    Ok(file)
}

fn bmp(picture: &Picture) -> Result<Vec<u8>, RasterError> {
    let lossy = |what| {
        Err(RasterError::Lossy {
            format: "BMP",
            what,
        })
    };
    match picture.layout() {
        Layout {
            depth: Depth::Sixteen,
            ..
        } => return lossy("16 bits a sample"),
        Layout {
            channels: Channels::GreyAlpha,
            ..
        } => return lossy("grey with opacity"),
        Layout {
            channels: Channels::Grey | Channels::Rgb | Channels::Rgba,
            ..
        } => {}
    }
    let mut file = Vec::new();
    let (width, height) = size(picture)?;
    let encoder = BmpEncoder::new(&mut file);
    encoder.write_image(
        picture.samples(),
        width,
        height,
        colour_type(picture.layout()),
    )?;
    Ok(file)
}

/// A GIF of exactly the picture's colours, of which it holds 256, each opaque or not there at all.
fn gif(picture: &Picture) -> Result<Vec<u8>, RasterError> {
    let lossy = |what| RasterError::Lossy {
        format: "GIF",
        what,
    };
    let rgba = picture.to_rgba().ok_or(lossy("16 bits a sample"))?;
    let (pixels, _) = rgba.as_chunks::<4>();
    let mut colours = BTreeSet::new();
    for pixel in pixels {
        if pixel[3] != 255 && *pixel != [0; 4] {
            return Err(lossy("pixels that are partly opaque"));
        }
        colours.insert(*pixel);
        if colours.len() > 256 {
            return Err(lossy("more than 256 colours"));
        }
    }
    if picture.width().max(picture.height()) > usize::from(u16::MAX) {
        return Err(lossy("a side of more than 65535 pixels"));
    }
    let mut file = Vec::new();
    let (width, height) = size(picture)?;
    GifEncoder::new(&mut file).encode(&rgba, width, height, ExtendedColorType::Rgba8)?;
    Ok(file)
}

fn pnm(picture: &Picture) -> Vec<u8> {
    let (width, height) = (picture.width(), picture.height());
    if picture.is_black_and_white() {
        return pbm(picture);
    }
    let layout = picture.layout();
    let most = if layout.depth == Depth::Eight {
        255
    } else {
        65_535
    };
    let mut file = match layout.channels {
        Channels::Grey => format!("P5\n{width} {height}\n{most}\n"),
        Channels::Rgb => format!("P6\n{width} {height}\n{most}\n"),
        Channels::GreyAlpha => pam_header(picture, most, "GRAYSCALE_ALPHA"),
        Channels::Rgba => pam_header(picture, most, "RGB_ALPHA"),
    }
    .into_bytes();
    file.extend_from_slice(picture.samples());
    file
}

fn pam_header(picture: &Picture, most: u32, kind: &str) -> String {
    let (width, height) = (picture.width(), picture.height());
    let depth = picture.layout().channels.count();
    format!(
        "P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {most}\nTUPLTYPE {kind}\nENDHDR\n"
    )
}

/// One bit a pixel, rows from whole bytes, black as 1.
fn pbm(picture: &Picture) -> Vec<u8> {
    let mut file = format!("P4\n{} {}\n", picture.width(), picture.height()).into_bytes();
    for row in picture.samples().chunks(picture.width().max(1)) {
        file.extend(row.chunks(8).map(|levels| {
            levels
                .iter()
                .enumerate()
                .fold(0, |byte, (at, &level)| byte | (!level & 0x80) >> at)
        }));
    }
    file
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
    fn check_round_trip(raster: Raster, picture: &Picture) {
        let file = raster.write(picture).unwrap();
        assert_eq!(&raster.read(&file, &Limits::default()).unwrap(), picture);
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
                check_round_trip(Raster::Png, &picture(channels, depth));
                check_round_trip(Raster::Pnm, &picture(channels, depth));
            }
        }
    }

    #[test]
    fn bmp_holds_colours_of_8_bits() {
        check_round_trip(Raster::Bmp, &picture(Channels::Rgb, Depth::Eight));
        check_round_trip(Raster::Bmp, &picture(Channels::Rgba, Depth::Eight));
        let refused = Raster::Bmp.write(&picture(Channels::Rgb, Depth::Sixteen));
        assert!(matches!(
            refused,
            Err(RasterError::Lossy { format: "BMP", .. })
        ));
    }

    #[test]
    fn black_is_1_in_pbm() {
        let levels = vec![0, 255, 255, 0, 255, 255, 255, 255, 0];
        let picture = Picture::new(9, 1, Layout::GREY, levels).unwrap();
        assert_eq!(Raster::Pnm.write(&picture).unwrap(), b"P4\n9 1\n\x90\x80");
        check_round_trip(Raster::Pnm, &picture);
    }

    #[test]
    fn gif_keeps_256_colours_exactly_and_refuses_more() {
        let colours = |count: usize| {
            let pixel = |at: usize| [at as u8, (at / 256) as u8 * 90, (at * 7) as u8];
            let samples = (0..count).flat_map(pixel).collect();
            Picture::new(count, 1, Layout::RGB, samples).unwrap()
        };
        check_round_trip(Raster::Gif, &colours(256));
        let refused = Raster::Gif.write(&colours(257));
        assert!(matches!(
            refused,
            Err(RasterError::Lossy {
                what: "more than 256 colours",
                ..
            })
        ));
    }

    #[test]
    fn limits_are_those_of_the_caller() {
        let file = Raster::Png
            .write(&picture(Channels::Rgb, Depth::Eight))
            .unwrap();
        let limits = Limits {
            pixels: 14,
            ..Limits::default()
        };
        assert!(matches!(
            Raster::Png.read(&file, &limits),
            Err(RasterError::Image(_))
        ));
    }
}
