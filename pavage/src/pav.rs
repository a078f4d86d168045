//! The `.pav` file format: header, coding modes, checksum. `docs/pavage-format.md` describes every
//! byte.

mod axes;
mod canvas;
mod cells;
mod checksum;
mod coder;
mod effort;
mod header;
mod indexed;
mod mixed;
mod model;
mod outlines;
mod paint;
mod palette;
mod pixels;
mod raw;
mod rectangles;
mod run;
mod runs;
mod samples;
mod symbol;

pub use effort::{Effort, ModeTrial, reason, trials};
pub use header::{MAX_SIDE, Mode, PavHeader};

use crate::limits::{CodecLimits, LimitError};
use crate::picture::Picture;
use coder::{RangeDecoder, RangeEncoder};
use thiserror::Error;

/// Error: a file that cannot be decoded, or a picture that cannot be encoded.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PavError {
    /// The file does not begin with the magic bytes "PAV".
    #[error("not a .pav file: it does not begin with \"PAV\"")]
    Magic,
    /// The format version is not supported; the field is the version byte.
    #[error("byte 3: version {0} of the format is not supported, only version 1 is")]
    Version(u8),
    /// The file ends before the picture is complete.
    #[error("byte {at}: the file is truncated")]
    Truncated {
        /// Length of the file, in bytes.
        at: usize,
    },
    /// The file continues after the end of the picture.
    #[error("byte {at}: the file continues after the end of the picture")]
    Trailing {
        /// Offset of the first extra byte.
        at: usize,
    },
    /// A header field has an invalid value, or the coded data is inconsistent.
    #[error("byte {at}: {reason}")]
    Damaged {
        /// Offset of the fault in the file, approximate after the header.
        at: usize,
        /// The fault, in English.
        reason: &'static str,
    },
    /// The decoded picture does not match the checksum of the file.
    #[error("byte {at}: the checksum does not match, the file is damaged")]
    Check {
        /// Offset of the checksum in the file.
        at: usize,
    },
    /// The picture exceeds a limit of the caller.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// A side of the picture exceeds [`MAX_SIDE`].
    #[error("a side of {side} pixels exceeds the maximum of {MAX_SIDE}")]
    Side {
        /// Length of the side, in pixels.
        side: usize,
    },
    /// The mode needs a palette and the picture has more than 65 536 colours.
    #[error("the picture has more than 65536 colours: use the mode raw or samples")]
    Colours,
    /// The mode codes pixels as 32-bit numbers and the pixels have more bits.
    #[error("the pixels have more than 32 bits: use the mode samples")]
    Wide,
}

/// A fault found while decoding the range-coded body of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    Exhausted,
    Contradiction(&'static str),
}

fn damage(reason: &'static str) -> Damage {
    Damage::Contradiction(reason)
}

/// Encodes a picture at the default effort; fails only if a side exceeds [`MAX_SIDE`].
///
/// # Examples
/// ```
/// use pavage::picture::{Layout, Picture};
/// use pavage::CodecLimits;
/// use pavage::pav::{decode, encode};
///
/// let picture = Picture::new(4, 2, Layout::GREY, vec![0, 0, 255, 255, 0, 0, 255, 255])?;
/// let file = encode(&picture)?;
/// assert_eq!(decode(&file, &CodecLimits::default())?, picture);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn encode(picture: &Picture) -> Result<Vec<u8>, PavError> {
    encode_with(picture, Effort::default())
}

/// Encodes a picture as the smallest file whose estimated decoding time the effort allows; fails
/// only if a side exceeds [`MAX_SIDE`].
pub fn encode_with(picture: &Picture, effort: Effort) -> Result<Vec<u8>, PavError> {
    Ok(trials(picture, effort)?.swap_remove(0).file)
}

/// Encodes a picture in the given mode; fails with [`PavError::Colours`] or [`PavError::Wide`] if the
/// mode does not support the picture.
pub fn encode_as(picture: &Picture, mode: Mode) -> Result<Vec<u8>, PavError> {
    Ok(effort::trial(picture, mode)?.file)
}

fn encode_raw(picture: &Picture) -> Result<ModeTrial, PavError> {
    let mut file = PavHeader::new(picture, Mode::Raw)?.to_bytes();
    raw::write(picture, &mut file);
    Ok(ModeTrial::new(picture, Mode::Raw, file, 0))
}

fn encode_samples(picture: &Picture) -> Result<ModeTrial, PavError> {
    encode_coded(picture, Mode::Samples, |encoder, header| {
        samples::code(encoder, picture.samples(), header)?;
        Ok(checksum::check_bytes(picture.samples()))
    })
}

/// Writes the header and a range-coded body; `write` codes the picture and returns its checksum.
fn encode_coded(
    picture: &Picture,
    mode: Mode,
    write: impl FnOnce(&mut RangeEncoder, &PavHeader) -> Result<u32, Damage>,
) -> Result<ModeTrial, PavError> {
    let header = PavHeader::new(picture, mode)?;
    let mut file = header.to_bytes();
    let mut encoder = RangeEncoder::new();
    let check = write(&mut encoder, &header).expect("encoding finds no damage");
    let decisions = encoder.decisions();
    file.extend(encoder.finish(check));
    Ok(ModeTrial::new(picture, mode, file, decisions))
}

/// Decodes a file, with or without metadata; the limits are checked before anything is allocated.
pub fn decode(file: &[u8], limits: &CodecLimits) -> Result<Picture, PavError> {
    let (file, _) = crate::metadata::split(file);
    let (header, start) = PavHeader::read(file)?;
    header.check_limits(limits)?;
    if header.mode == Mode::Raw {
        return raw::read(&header, file, start);
    }
    let mut decoder = RangeDecoder::new(&file[start..]);
    let read = read_coded(&mut decoder, &header);
    let at = start + decoder.position();
    if at > file.len() {
        return Err(PavError::Truncated { at: file.len() });
    }
    match read {
        Err(Damage::Exhausted) => Err(PavError::Truncated { at: file.len() }),
        Err(Damage::Contradiction(reason)) => Err(PavError::Damaged { at, reason }),
        Ok(_) if at < file.len() => Err(PavError::Trailing { at }),
        Ok((_, check)) if check != checksum::at_end(file) || !decoder.ends_as_written() => {
            Err(PavError::Check { at: at - 3 })
        }
        Ok((samples, _)) => Ok(header.picture(samples)),
    }
}

/// Decodes a range-coded body to samples, and returns them with their checksum.
fn read_coded(decoder: &mut RangeDecoder, header: &PavHeader) -> Result<(Vec<u8>, u32), Damage> {
    if header.mode.takes_pixels_whole() {
        return cells::read(decoder, header);
    }
    if header.mode != Mode::Samples {
        return indexed::read(decoder, header);
    }
    let blank = vec![0; header.samples()];
    let samples = samples::code(decoder, &blank, header)?;
    let check = checksum::check_bytes(&samples);
    Ok((samples, check))
}
