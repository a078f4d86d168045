//! The first bytes of a file: magic, version, layout, mode and size.

use super::PavError;
use crate::limits::{CodecLimits, LimitError};
use crate::picture::{Channels, Depth, Layout, Picture};

/// The widest and the highest picture.
pub const MAX_SIDE: usize = (1 << 28) - 1;

/// More than a row or a column takes in any mode: axes, runs of two rows, offsets, a skyline.
const SIDE_BYTES: u64 = 80;
/// More than the tables of any mode take.
const TABLE_BYTES: u64 = 16 << 20;

const MAGIC: &[u8; 3] = b"PAV";
const VERSION: u8 = 1;

/// How the pixels are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// As they are.
    Raw,
    /// Each sample from its neighbours.
    Samples,
    /// Colours and lengths of runs.
    Runs,
    /// Colours and sizes of rectangles.
    Rectangles,
    /// Each pixel from its neighbours.
    Pixels,
    /// The ends of runs from those in the row above.
    Outlines,
    /// Each pixel from many contexts at once.
    Mixed,
    /// The same from fewer contexts: smaller and read faster.
    Blended,
}

impl Mode {
    /// Every mode, by the number it has in a file.
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

    /// The word for it on a command line.
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

    /// The mode of a [`name`](Self::name).
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Whether pixels are numbers of at most 32 bits.
    pub(super) fn takes_pixels_whole(self) -> bool {
        matches!(self, Self::Mixed | Self::Blended)
    }
}

/// What a file says before its pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PavHeader {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// How the samples are read.
    pub layout: Layout,
    /// Whether all pixels are fully black or fully white.
    pub is_black_and_white: bool,
    /// How the pixels are written.
    pub mode: Mode,
}

impl PavHeader {
    pub(super) fn new(picture: &Picture, mode: Mode) -> Result<Self, PavError> {
        let (width, height) = (picture.width(), picture.height());
        let side = width.max(height);
        if side > MAX_SIDE {
            return Err(PavError::Side { side });
        }
        let is_black_and_white = picture.is_black_and_white();
        Ok(Self {
            width,
            height,
            layout: picture.layout(),
            is_black_and_white,
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

    /// The header of a file and where its pixels begin.
    ///
    /// # Errors
    /// What is wrong with the first bytes.
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
        let wrong = |reason| PavError::Header { at: 4, reason };
        let channels = match kind & 3 {
            0 => Channels::Grey,
            1 => Channels::GreyAlpha,
            2 => Channels::Rgb,
            _ => Channels::Rgba,
        };
        let depth = if kind & 4 == 0 {
            Depth::Eight
        } else {
            Depth::Sixteen
        };
        let layout = Layout { channels, depth };
        let is_black_and_white = kind & 8 != 0;
        if is_black_and_white && layout != Layout::GREY {
            return Err(wrong(
                "black and white with other samples than grey of 8 bits",
            ));
        }
        let mode = *Mode::ALL
            .get(usize::from(kind >> 4))
            .ok_or(wrong("a mode that is not known"))?;
        if mode.takes_pixels_whole() && layout.pixel_bytes() > 4 {
            return Err(wrong("whole pixels of more than 32 bits"));
        }
        Ok(Self {
            width: 0,
            height: 0,
            layout,
            is_black_and_white,
            mode,
        })
    }

    /// Bytes of the picture's samples.
    ///
    /// # Panics
    /// On a machine that cannot count them, which [`PavHeader::check_limits`] has refused.
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
            .expect("the samples of its header")
    }
}

/// Seven bits a byte, the lowest first; the top bit says that more follow.
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
        let byte = *file
            .get(*at)
            .ok_or(PavError::Truncated { at: file.len() })?;
        *at += 1;
        size |= usize::from(byte & 0x7F) << shift;
        if byte & 0x80 == 0 {
            if byte == 0 && shift > 0 {
                return Err(PavError::Header {
                    at: *at - 1,
                    reason: "a size with a byte too many",
                });
            }
            return Ok(size);
        }
    }
    Err(PavError::Header {
        at: *at - 1,
        reason: "a size of more than four bytes",
    })
}
