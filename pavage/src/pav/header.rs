//! The file header: magic bytes, version, pixel layout, mode and size.

use super::PavError;
use crate::limits::{CodecLimits, LimitError};
use crate::picture::{Channels, Depth, Layout, Picture};

/// Maximum width and height of a picture, in pixels.
pub const MAX_SIDE: usize = (1 << 28) - 1;

/// Upper bound of the bytes that decoding takes for each row and column: repeat counts, runs of two
/// rows, offsets, skyline.
const SIDE_BYTES: u64 = 80;
/// Upper bound of the bytes of the model tables of any mode.
const TABLE_BYTES: u64 = 16 << 20;

const MAGIC: &[u8; 3] = b"PAV";
const VERSION: u8 = 1;

/// The coding mode of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Uncompressed samples.
    Raw,
    /// Residual of each sample to a gradient predictor.
    Samples,
    /// Colours and lengths of runs.
    Runs,
    /// Colours and sizes of the rectangles of the greedy cover.
    Rectangles,
    /// Palette index of each pixel, by context mixing over its neighbours.
    Pixels,
    /// Run ends of each row relative to those of the row above.
    Outlines,
    /// Each pixel by context mixing with bit histories and a match model.
    Mixed,
    /// The mixed mode with fewer contexts: smaller files that decode faster.
    Blended,
}

impl Mode {
    /// All modes, indexed by their number in the header.
    pub const ALL: [Self; 8] = [
        Self::Raw,
        Self::Samples,
        Self::Runs,
        Self::Rectangles,
        Self::Pixels,
        Self::Outlines,
        Self::Mixed,
        Self::Blended,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Samples => "samples",
            Self::Runs => "runs",
            Self::Rectangles => "rectangles",
            Self::Pixels => "pixels",
            Self::Outlines => "outlines",
            Self::Mixed => "mixed",
            Self::Blended => "blended",
        }
    }

    /// The mode with the given [`name`](Self::name).
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Whether the mode codes pixels as 32-bit numbers instead of palette indices or samples.
    pub(super) fn takes_pixels_whole(self) -> bool {
        matches!(self, Self::Mixed | Self::Blended)
    }
}

/// The header of a `.pav` file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PavHeader {
    /// Width of the picture, in pixels.
    pub width: usize,
    /// Height of the picture, in pixels.
    pub height: usize,
    /// Channels and sample depth.
    pub layout: Layout,
    /// Whether the picture is 8-bit grey with only the levels 0 and 255.
    pub is_black_and_white: bool,
    /// Coding mode of the body.
    pub mode: Mode,
}

impl PavHeader {
    pub(super) fn new(picture: &Picture, mode: Mode) -> Result<Self, PavError> {
        let (width, height) = (picture.width(), picture.height());
        let side = width.max(height);
        if side > MAX_SIDE {
            return Err(PavError::Side { side });
        }
        Ok(Self {
            width,
            height,
            layout: picture.layout(),
            is_black_and_white: picture.is_black_and_white(),
            mode,
        })
    }

    pub(super) fn to_bytes(self) -> Vec<u8> {
        let kind = self.layout.channels as u8
            | (self.layout.depth as u8) << 2
            | u8::from(self.is_black_and_white) << 3
            | (self.mode as u8) << 4;
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, kind]);
        write_size(self.width, &mut bytes);
        write_size(self.height, &mut bytes);
        bytes
    }

    /// Parses the header of a file and returns it with the offset of the body.
    pub fn read(file: &[u8]) -> Result<(Self, usize), PavError> {
        let magic = &file[..file.len().min(3)];
        if magic != &MAGIC[..magic.len()] {
            return Err(PavError::Magic);
        }
        let truncated = PavError::Truncated { at: file.len() };
        let version = *file.get(3).ok_or(truncated)?;
        if version != VERSION {
            return Err(PavError::Version(version));
        }
        let kind = *file.get(4).ok_or(truncated)?;
        let mut at = 5;
        let (width, height) = (read_size(file, &mut at)?, read_size(file, &mut at)?);
        Ok((
            Self {
                width,
                height,
                ..Self::from_kind_byte(kind)?
            },
            at,
        ))
    }

    fn from_kind_byte(kind: u8) -> Result<Self, PavError> {
        let wrong = |reason| PavError::Damaged { at: 4, reason };
        let channels = Channels::ALL[usize::from(kind & 3)];
        let depth = if kind & 4 == 0 {
            Depth::Eight
        } else {
            Depth::Sixteen
        };
        let layout = Layout { channels, depth };
        let is_black_and_white = kind & 8 != 0;
        if is_black_and_white && layout != Layout::GREY {
            return Err(wrong("the black-and-white flag requires 8-bit grey"));
        }
        let mode = *Mode::ALL
            .get(usize::from(kind >> 4))
            .ok_or(wrong("the mode number is unknown"))?;
        if mode.takes_pixels_whole() && layout.pixel_bytes() > 4 {
            return Err(wrong("this mode requires pixels of at most 32 bits"));
        }
        Ok(Self {
            width: 0,
            height: 0,
            layout,
            is_black_and_white,
            mode,
        })
    }

    /// Number of bytes of the samples of the picture.
    ///
    /// # Panics
    /// If it overflows `usize`; [`PavHeader::check_limits`] refuses such pictures before.
    pub(super) fn samples(&self) -> usize {
        self.width * self.height * self.layout.pixel_bytes()
    }

    pub(super) fn check_limits(&self, limits: &CodecLimits) -> Result<(), LimitError> {
        let pixels = self.width as u64 * self.height as u64;
        let sample_bytes = self.layout.pixel_bytes() as u64;
        let pixel_bytes = match self.mode {
            Mode::Samples => 2 * sample_bytes,
            Mode::Mixed | Mode::Blended => 4 + sample_bytes,
            Mode::Raw | Mode::Runs | Mode::Rectangles | Mode::Pixels | Mode::Outlines => {
                sample_bytes
            }
        };
        let sides = (self.width + self.height) as u64;
        let memory = pixels * pixel_bytes + SIDE_BYTES * sides + TABLE_BYTES;
        limits.check(pixels, memory)
    }

    pub(super) fn picture(&self, samples: Vec<u8>) -> Picture {
        Picture::new(self.width, self.height, self.layout, samples)
            .expect("the decoder fills the declared size")
    }
}

/// Writes a size as LEB128: seven bits a byte, lowest first, top bit set if more bytes follow.
fn write_size(size: usize, bytes: &mut Vec<u8>) {
    let mut left = size;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

fn read_size(file: &[u8], at: &mut usize) -> Result<usize, PavError> {
    let mut size = 0;
    for shift in [0, 7, 14, 21] {
        let truncated = PavError::Truncated { at: file.len() };
        let byte = *file.get(*at).ok_or(truncated)?;
        *at += 1;
        size |= usize::from(byte & 0x7F) << shift;
        if byte == 0 && shift > 0 {
            let reason = "a size has a superfluous zero byte";
            return Err(PavError::Damaged {
                at: *at - 1,
                reason,
            });
        }
        if byte & 0x80 == 0 {
            return Ok(size);
        }
    }
    let reason = "a size has more than four bytes";
    Err(PavError::Damaged {
        at: *at - 1,
        reason,
    })
}
