//! Encodes pictures as PNG, BMP, GIF and PNM, or refuses if the format would lose information.

use super::RasterError;
use crate::picture::{Channels, Depth, Layout, Picture};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::codecs::{bmp::BmpEncoder, gif::GifEncoder};
use image::error::{LimitError, LimitErrorKind};
use image::{ExtendedColorType, ImageEncoder, ImageError};
use std::collections::BTreeSet;

/// The samples with 16-bit ones in native byte order, as the image crate expects them.
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

pub(super) fn png(picture: &Picture) -> Result<Vec<u8>, RasterError> {
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

pub(super) fn bmp(picture: &Picture) -> Result<Vec<u8>, RasterError> {
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
        } => return lossy("16-bit samples"),
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

/// Encodes a GIF whose palette is exactly the colours of the picture: at most 256, each opaque or
/// fully transparent.
pub(super) fn gif(picture: &Picture) -> Result<Vec<u8>, RasterError> {
    let lossy = |what| RasterError::Lossy {
        format: "GIF",
        what,
    };
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
    GifEncoder::new(&mut file).encode(
        pixels.as_flattened(),
        width,
        height,
        ExtendedColorType::Rgba8,
    )?;
    Ok(file)
}

pub(super) fn pnm(picture: &Picture) -> Vec<u8> {
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

/// Encodes PBM: one bit a pixel, rows padded to whole bytes, black as 1.
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
