//! Encodes pictures as PNG, BMP, GIF and PNM, or refuses if the format would lose information.

use super::{COLOUR_TYPES, RasterError, swapped};
use crate::picture::{Channels, Depth, Layout, Picture};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::{bmp::BmpEncoder, gif::GifEncoder};
use image::error::{LimitError, LimitErrorKind};
use image::{ExtendedColorType, ImageEncoder, ImageError};
use std::collections::BTreeSet;

fn colour_type(layout: Layout) -> ExtendedColorType {
    let found = COLOUR_TYPES.into_iter().find(|(_, known)| *known == layout);
    let (colour, _) = found.expect("every layout is in the table");
    colour.into()
}

fn size(picture: &Picture) -> Result<(u32, u32), ImageError> {
    let side = |side: usize| {
        u32::try_from(side)
            .map_err(|_| ImageError::Limits(LimitError::from_kind(LimitErrorKind::DimensionError)))
    };
    Ok((side(picture.width())?, side(picture.height())?))
}

pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, RasterError> {
    let mut file = Vec::new();
    let (width, height) = size(picture)?;
    let layout = picture.layout();
    let samples = swapped(picture.samples().to_vec(), layout.depth);
    let (best, adaptive) = (CompressionType::Best, FilterType::Adaptive);
    let encoder = PngEncoder::new_with_quality(&mut file, best, adaptive);
    encoder.write_image(&samples, width, height, colour_type(layout))?;
    Ok(file)
}

pub(super) fn bmp(picture: &Picture) -> Result<Vec<u8>, RasterError> {
    let layout = picture.layout();
    if layout.depth == Depth::Sixteen {
        return Err(lossy("BMP", "16-bit samples"));
    }
    if layout.channels == Channels::GreyAlpha {
        return Err(lossy("BMP", "grey with opacity"));
    }
    let mut file = Vec::new();
    let (width, height) = size(picture)?;
    let encoder = BmpEncoder::new(&mut file);
    encoder.write_image(picture.samples(), width, height, colour_type(layout))?;
    Ok(file)
}

fn lossy(format: &'static str, what: &'static str) -> RasterError {
    RasterError::Lossy { format, what }
}

/// Encodes a GIF whose palette is exactly the colours of the picture: at most 256, each opaque or
/// fully transparent.
pub(super) fn gif(picture: &Picture) -> Result<Vec<u8>, RasterError> {
    let lossy = |what| lossy("GIF", what);
    if picture.layout().depth == Depth::Sixteen {
        return Err(lossy("16-bit samples"));
    }
    let pixels: Vec<[u8; 4]> = picture.rgba_pixels().collect();
    let mut colours = BTreeSet::new();
    for pixel in &pixels {
        if pixel[3] != 255 && *pixel != [0; 4] {
            return Err(lossy("partly transparent pixels"));
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
    let (samples, colour) = (pixels.as_flattened(), ExtendedColorType::Rgba8);
    GifEncoder::new(&mut file).encode(samples, width, height, colour)?;
    Ok(file)
}

pub(super) fn pnm(picture: &Picture) -> Vec<u8> {
    let (width, height) = (picture.width(), picture.height());
    if picture.is_black_and_white() {
        return pbm(picture);
    }
    let Layout { channels, depth } = picture.layout();
    let most = match depth {
        Depth::Eight => 255,
        Depth::Sixteen => 65_535,
    };
    let pam = |kind: &str| {
        let depth = channels.count();
        format!(
            "P7\nWIDTH {width}\nHEIGHT {height}\nDEPTH {depth}\nMAXVAL {most}\nTUPLTYPE {kind}\nENDHDR\n"
        )
    };
    let header = match channels {
        Channels::Grey => format!("P5\n{width} {height}\n{most}\n"),
        Channels::Rgb => format!("P6\n{width} {height}\n{most}\n"),
        Channels::GreyAlpha => pam("GRAYSCALE_ALPHA"),
        Channels::Rgba => pam("RGB_ALPHA"),
    };
    [header.as_bytes(), picture.samples()].concat()
}

/// Encodes PBM: one bit a pixel, rows padded to whole bytes, black as 1.
fn pbm(picture: &Picture) -> Vec<u8> {
    let mut file = format!("P4\n{} {}\n", picture.width(), picture.height()).into_bytes();
    for row in picture.samples().chunks(picture.width().max(1)) {
        file.extend(row.chunks(8).map(|levels| {
            let levels = levels.iter().enumerate();
            levels.fold(0, |byte, (at, &level)| byte | (!level & 0x80) >> at)
        }));
    }
    file
}
