//! The `.pav` format: header, modes, limits. `docs/pavage-format.md` describes every byte.

mod axes;
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

pub use effort::{Effort, ModeReason, ModeTrial, trials};
pub use header::{MAX_SIDE, Mode, PavHeader};

use crate::limits::{CodecLimits, LimitError};
use crate::picture::Picture;
use coder::{RangeDecoder, RangeEncoder};
use thiserror::Error;

/// Why bytes are not a picture, or a picture not a file.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PavError {
    /// The first bytes are not those of the format.
    #[error("not a .pav file: it begins with other bytes than \"PAV\"")]
    Magic,
    /// A version that this program does not know.
    #[error("byte 3: version {0} of the format is not known, only 1 is")]
    Version(u8),
    /// A header field that has no meaning.
    #[error("byte {at}: {reason}")]
    Header {
        /// Where, from 0.
        at: usize,
        /// Why.
        reason: &'static str,
    },
    /// The file ends too soon.
    #[error("byte {at}: the file ends before the picture")]
    Truncated {
        /// The length of the file.
        at: usize,
    },
    /// The picture ends before the file.
    #[error("byte {at}: the picture ends but the file goes on")]
    Trailing {
        /// The first byte too many.
        at: usize,
    },
    /// What was read contradicts itself.
    #[error("byte {at}: {reason}")]
    Damaged {
        /// About where, from 0.
        at: usize,
        /// Why.
        reason: &'static str,
    },
    /// The picture is whole but not the one that was written.
    #[error("byte {at}: the check does not agree, the file was changed")]
    Check {
        /// Where the check is.
        at: usize,
    },
    /// The picture passes a limit of the decoder.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The picture is wider or higher than the format can say.
    #[error("a side of {side} pixels is more than {MAX_SIDE}")]
    Side {
        /// The side.
        side: usize,
    },
    /// A mode that works on a palette was asked for a picture of too many colours.
    #[error("the picture has more than 65536 colours: choose raw or samples")]
    Colours,
    /// A mode that takes pixels whole was asked for pixels of more than 32 bits.
    #[error("the pixels have more than 32 bits: choose samples")]
    Wide,
}

/// What a model finds wrong while it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Damage {
    Exhausted,
    Contradiction(&'static str),
}

fn damage(reason: &'static str) -> Damage {
    Damage::Contradiction(reason)
}

/// The file of a picture at the default effort.
///
/// # Errors
/// [`PavError::Side`] if a side passes [`MAX_SIDE`].
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

/// The smallest file of a picture that is expected to be read in the time an effort allows.
///
/// # Errors
/// [`PavError::Side`] if a side passes [`MAX_SIDE`].
pub fn encode_with(picture: &Picture, effort: Effort) -> Result<Vec<u8>, PavError> {
    Ok(trials(picture, effort)?.swap_remove(0).file)
}

/// The file of a picture in a given mode.
///
/// # Errors
/// [`PavError::Side`], [`PavError::Colours`] and [`PavError::Wide`], as [`trial`].
pub fn encode_as(picture: &Picture, mode: Mode) -> Result<Vec<u8>, PavError> {
    Ok(effort::trial(picture, mode)?.file)
}

fn encode_raw(picture: &Picture) -> Result<ModeTrial, PavError> {
    let mut file = PavHeader::new(picture, Mode::Raw)?.to_bytes();
    raw::write(picture, &mut file);
    Ok(ModeTrial::new(picture, Mode::Raw, file, 0))
}

fn encode_samples(picture: &Picture) -> Result<ModeTrial, PavError> {
    encode_coded(picture, Mode::Samples, |encoder| {
        let (width, layout) = (picture.width(), picture.layout());
        samples::code(encoder, picture.samples(), width, layout)?;
        Ok(checksum::check_bytes(picture.samples()))
    })
}

/// The file of what is written to a coder, which answers the check.
fn encode_coded(
    picture: &Picture,
    mode: Mode,
    write: impl FnOnce(&mut RangeEncoder) -> Result<u32, Damage>,
) -> Result<ModeTrial, PavError> {
    let mut file = PavHeader::new(picture, mode)?.to_bytes();
    let mut encoder = RangeEncoder::new();
    let check = write(&mut encoder).expect("writing meets no damage");
    let decisions = encoder.decisions();
    file.extend(encoder.finish(check));
    Ok(ModeTrial::new(picture, mode, file, decisions))
}

/// The picture of a file.
///
/// # Errors
/// What is wrong with the file and where; [`PavError::Limit`] before anything is allocated.
pub fn decode(file: &[u8], limits: &CodecLimits) -> Result<Picture, PavError> {
    let (file, _) = crate::metadata::split(file);
    let (header, start) = PavHeader::read(file)?;
    header.check_limits(limits)?;
    match header.mode {
        Mode::Raw => raw::read(&header, file, start),
        Mode::Samples
        | Mode::Runs
        | Mode::Rectangles
        | Mode::Pixels
        | Mode::Outlines
        | Mode::Mixed
        | Mode::Blended => {
            let mut decoder = RangeDecoder::new(&file[start..]);
            let read = read_coded(&mut decoder, &header);
            finish(&decoder, file, start, read)
        }
    }
}

fn finish(
    decoder: &RangeDecoder,
    file: &[u8],
    start: usize,
    read: Result<(Picture, u32), Damage>,
) -> Result<Picture, PavError> {
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
        Ok((picture, _)) => Ok(picture),
    }
}

fn read_coded(decoder: &mut RangeDecoder, header: &PavHeader) -> Result<(Picture, u32), Damage> {
    if header.mode == Mode::Samples {
        let blank = vec![0; header.samples()];
        let samples = samples::code(decoder, &blank, header.width, header.layout)?;
        let check = checksum::check_bytes(&samples);
        return Ok((header.picture(samples), check));
    }
    let (samples, check) = if header.mode.takes_pixels_whole() {
        cells::read(decoder, header)?
    } else {
        indexed::read(decoder, header)?
    };
    Ok((header.picture(samples), check))
}
