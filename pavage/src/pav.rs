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
mod parallel;
mod raw;
mod regions;

pub use effort::{Effort, ModeTrial, reason, trials};
pub use header::{MAX_SIDE, Mode, PavHeader};
pub use labels::{LabelExtent, LabelFile, LabelKind, LabelMap, encode_labels, is_label_file};

use crate::limits::{CodecLimits, LimitError};
use crate::picture::Picture;
use coder::RangeDecoder;
use parallel::{AT_ONCE, each_part};
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

/// The number of parts of a picture that are coded at once, each with model tables of its own.
pub(crate) fn parts_at_once(width: usize, height: usize) -> u64 {
    header::parts(width, height).min(AT_ONCE) as u64
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
    Ok(effort::trial(picture, mode, Effort::Smallest)?.file)
}

fn encode_raw(picture: &Picture) -> Result<ModeTrial, PavError> {
    let mut file = PavHeader::new(picture, Mode::Raw)?.to_bytes();
    raw::write(picture, &mut file);
    Ok(ModeTrial::new(picture, Mode::Raw, file, 0))
}

/// Writes the header and the range-coded parts of the body, each on the smallest of its grids.
fn encode_coded(picture: &Picture, mode: Mode, effort: Effort) -> Result<ModeTrial, PavError> {
    let header = PavHeader::new(picture, mode)?;
    let numbers: Vec<usize> = (0..header.parts()).collect();
    let parts = each_part(&numbers, |&number| {
        let (part, first) = header.part(number);
        let rows = picture.rows(first, part.height);
        cells::encode(&rows, &part, effort == Effort::Smallest)
    });
    let (mut file, mut decisions) = (header.to_bytes(), 0);
    for (number, (stream, coded)) in parts.into_iter().enumerate() {
        if number + 1 < header.parts() {
            header::write_size(stream.len(), &mut file);
        }
        file.extend(stream);
        decisions += coded;
    }
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
    let parts = part_places(&header, file, start)?;
    let mut samples = Vec::new();
    for group in parts.chunks(AT_ONCE) {
        let decoded = each_part(group, |(part, start, end)| {
            let mut decoder = RangeDecoder::new(&file[*start..*end]);
            let read = cells::read(&mut decoder, part);
            checked(&decoder, read, &file[..*end], *start)
        });
        for part in decoded {
            let part = part?;
            if parts.len() == 1 {
                samples = part;
            } else {
                samples.reserve_exact(header.samples() - samples.len());
                samples.extend(part);
            }
        }
    }
    Ok(header.picture(samples))
}

/// The parts of a body: the header of each, and where its stream begins and ends.
fn part_places(
    header: &PavHeader,
    file: &[u8],
    mut at: usize,
) -> Result<Vec<(PavHeader, usize, usize)>, PavError> {
    let all = header.parts();
    let place = |number: usize| {
        let length = if number + 1 < all {
            header::read_size(file, &mut at)?
        } else {
            file.len() - at
        };
        let start = at;
        at += length;
        if at > file.len() {
            return Err(PavError::Truncated { at: file.len() });
        }
        Ok((header.part(number).0, start, at))
    };
    (0..all).map(place).collect()
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
