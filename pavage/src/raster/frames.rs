//! Detects files with several frames or pages from their block structure, without decoding pixels.

use super::RasterFormat;

/// Whether a file has more than one frame or page.
pub(super) fn are_several(raster: RasterFormat, file: &[u8]) -> bool {
    match raster {
        RasterFormat::Gif => gif_pictures(file).take(2).count() > 1,
        RasterFormat::Png => png_chunks(file).any(|(name, body)| {
            // An animation of one frame loses nothing.
            name == *b"acTL" && body.get(..4).is_some_and(|count| count != [0, 0, 0, 1])
        }),
        RasterFormat::Webp => riff_chunks(file)
            .filter(|name| name == b"ANMF")
            .nth(1)
            .is_some(),
        RasterFormat::Tiff => tiff_pages(file).take(2).count() > 1,
        RasterFormat::Bmp | RasterFormat::Pnm | RasterFormat::Jpeg => false,
    }
}

/// The name and body of each complete chunk of a PNG file.
pub(super) fn png_chunks(file: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = file.get(8..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk()?;
        let (name, after) = after.split_first_chunk()?;
        let length = u32::from_be_bytes(*length) as usize;
        let (body, after) = after.split_at_checked(length)?;
        rest = after.get(4..).unwrap_or_default();
        Some((*name, body))
    })
}

/// The names of the chunks of a WebP file.
fn riff_chunks(file: &[u8]) -> impl Iterator<Item = [u8; 4]> {
    let mut rest = file.get(12..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (name, after) = rest.split_first_chunk()?;
        let (length, after) = after.split_first_chunk()?;
        let length = (u32::from_le_bytes(*length) as usize).next_multiple_of(2);
        rest = after.get(length..).unwrap_or_default();
        Some(*name)
    })
}

/// Yields one item for each frame of a GIF file.
fn gif_pictures(file: &[u8]) -> impl Iterator<Item = ()> {
    let flags = file.get(10).copied().unwrap_or(0);
    let mut rest = file.get(13 + table(flags)..).unwrap_or_default();
    std::iter::from_fn(move || {
        loop {
            match rest {
                [0x21, _, after @ ..] => rest = after_blocks(after),
                [0x2C, _, _, _, _, _, _, _, _, flags, after @ ..] => {
                    // The colour table, one byte for the code size, then the pixel data.
                    let data = after.get(table(*flags) + 1..).unwrap_or_default();
                    rest = after_blocks(data);
                    return Some(());
                }
                _ => return None,
            }
        }
    })
}

/// Number of bytes of a GIF colour table.
fn table(flags: u8) -> usize {
    if flags & 0x80 == 0 {
        0
    } else {
        3 << ((flags & 7) + 1)
    }
}

/// Skips GIF sub-blocks, each preceded by its length, up to the empty one.
fn after_blocks(mut rest: &[u8]) -> &[u8] {
    while let [length, after @ ..] = rest {
        rest = after.get(usize::from(*length)..).unwrap_or_default();
        if *length == 0 {
            break;
        }
    }
    rest
}

/// Yields one item for each page of a 32-bit or 64-bit TIFF file; endless if the pages form a loop.
fn tiff_pages(file: &[u8]) -> impl Iterator<Item = ()> {
    let is_little = file.starts_with(b"II");
    let number = move |at: usize, length: usize| {
        let bytes = file.get(at..at.checked_add(length)?)?;
        let add = |value: u64, &byte: &u8| value << 8 | u64::from(byte);
        let value = if is_little {
            bytes.iter().rev().fold(0, add)
        } else {
            bytes.iter().fold(0, add)
        };
        usize::try_from(value).ok()
    };
    let is_big = number(2, 2) == Some(43);
    // Byte widths of a count, an entry and an offset.
    let (count, entry, offset) = if is_big { (8, 20, 8) } else { (2, 12, 4) };
    let mut page = number(if is_big { 8 } else { 4 }, offset);
    std::iter::from_fn(move || {
        let at = page.filter(|&at| at > 0)?;
        let entries = number(at, count)?;
        let next = entries
            .checked_mul(entry)?
            .checked_add(at)?
            .checked_add(count)?;
        page = number(next, offset);
        Some(())
    })
}
