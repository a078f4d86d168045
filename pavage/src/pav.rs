//! The `.pav` file format: header, coding modes, checksum. `docs/pavage-format.md` describes every
//! byte.

mod axes;
mod blended;
mod canvas;
mod cells;
mod checksum;
mod coder;
mod effort;
mod header;
mod labels;
mod model;
mod palette;
mod raw;
mod regions;

pub use effort::{Effort, ModeTrial, reason, trials};
pub use header::{MAX_SIDE, Mode, PavHeader};
pub use labels::{LabelExtent, LabelFile, LabelKind, LabelMap, encode_labels, is_label_file};

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

/// Encodes a picture at the given effort; fails only if a side exceeds [`MAX_SIDE`].
pub fn encode_with(picture: &Picture, effort: Effort) -> Result<Vec<u8>, PavError> {
    Ok(trials(picture, effort)?.swap_remove(0).file)
}

/// Encodes a picture in the given mode; fails only if a side exceeds [`MAX_SIDE`].
pub fn encode_as(picture: &Picture, mode: Mode) -> Result<Vec<u8>, PavError> {
    Ok(effort::trial(picture, mode)?.file)
}

fn encode_raw(picture: &Picture) -> Result<ModeTrial, PavError> {
    let mut file = PavHeader::new(picture, Mode::Raw)?.to_bytes();
    raw::write(picture, &mut file);
    Ok(ModeTrial::new(picture, Mode::Raw, file, 0))
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
    let read = cells::read(&mut decoder, &header);
    let samples = checked(&decoder, read, file, start)?;
    Ok(header.picture(samples))
}

/// The value read from a range-coded stream, which begins at `start` and ends with the file, if the
/// stream was read to its end and its checksum is that of the value.
fn checked<T>(
    decoder: &RangeDecoder,
    read: Result<(T, u32), Damage>,
    file: &[u8],
    start: usize,
) -> Result<T, PavError> {
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
        Ok((value, _)) => Ok(value),
    }
}
