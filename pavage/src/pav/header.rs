//! The file header: magic bytes, version, pixel layout, mode and size.

use super::PavError;
use super::parallel::AT_ONCE;
use crate::limits::{CodecLimits, LimitError};
use crate::picture::{Channels, Depth, Layout, Picture};

/// Maximum width and height of a picture, in pixels.
pub const MAX_SIDE: usize = (1 << 28) - 1;

/// Upper bound of the bytes that decoding takes for each row and column: repeat counts, runs of two
/// rows, offsets, skyline.
pub(super) const SIDE_BYTES: u64 = 80;
/// Upper bound of the bytes of the model tables of any mode.
pub(super) const TABLE_BYTES: u64 = 16 << 20;

/// Base-two logarithm of the number of pixels of a part.
const PART_BITS: u32 = 22;

const MAGIC: &[u8; 3] = b"PAV";
const VERSION: u8 = 1;

/// The coding mode of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// Uncompressed samples.
    Raw,
    /// Each cell as one of its neighbours, colours in the order of their first appearance.
    Regions,
    /// Each pixel by context mixing with bit histories and a match model.
    Blended,
}

impl Mode {
    /// All modes, indexed by their number in the header.
    pub const ALL: [Self; 3] = [Self::Raw, Self::Regions, Self::Blended];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Raw => "raw",
            Self::Regions => "regions",
            Self::Blended => "blended",
        }
    }

    /// The mode with the given [`name`](Self::name).
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
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
        let mut bytes = Vec::new();
        write_magic(kind, &mut bytes);
        write_size(self.width, &mut bytes);
        write_size(self.height, &mut bytes);
        bytes
    }

    /// Parses the header of a file and returns it with the offset of the body.
    pub fn read(file: &[u8]) -> Result<(Self, usize), PavError> {
        let kind = read_magic(file)?;
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
            .ok_or(wrong("the mode is unknown, or that of label maps"))?;
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

    pub(super) fn parts(&self) -> usize {
        parts(self.width, self.height)
    }

    /// The header of a part, and its first row.
    pub(super) fn part(&self, number: usize) -> (Self, usize) {
        let [first, next] = [number, number + 1].map(|part| part * self.height / self.parts());
        let height = next - first;
        (Self { height, ..*self }, first)
    }

    pub(super) fn check_limits(&self, limits: &CodecLimits) -> Result<(), LimitError> {
        let pixels = self.width as u64 * self.height as u64;
        let sample_bytes = self.layout.pixel_bytes() as u64;
        // Pixels of more than four bytes are joined from two halves.
        let halves = if sample_bytes > 4 { 2 } else { 1 };
        let parts = self.parts().min(AT_ONCE) as u64;
        let (pixel_bytes, colour_bytes) = match self.mode {
            Mode::Raw => (sample_bytes, 0),
            Mode::Regions => {
                let colours = 1_u64 << (8 * sample_bytes / halves);
                (
                    halves * sample_bytes,
                    8 * (parts * colours).min(halves * pixels),
                )
            }
            Mode::Blended => (4 * halves + halves * sample_bytes, 0),
        };
        // Parts are decoded by themselves before they are joined.
        let pixel_bytes = pixel_bytes + if parts > 1 { sample_bytes } else { 0 };
        let sides = parts * self.width as u64 + self.height as u64;
        let memory = pixels * pixel_bytes + colour_bytes + SIDE_BYTES * sides + parts * TABLE_BYTES;
        limits.check(pixels, memory)
    }

    pub(super) fn picture(&self, samples: Vec<u8>) -> Picture {
        Picture::new(self.width, self.height, self.layout, samples)
            .expect("the decoder fills the declared size")
    }
}

/// The number of parts of a body, each of rows of its own: one for every 2²² pixels.
pub(super) fn parts(width: usize, height: usize) -> usize {
    let pixels = width as u64 * height as u64;
    (pixels >> PART_BITS).clamp(1, height.max(1) as u64) as usize
}

/// Writes the magic bytes, the version and the kind byte.
pub(super) fn write_magic(kind: u8, bytes: &mut Vec<u8>) {
    bytes.extend(MAGIC);
    bytes.extend([VERSION, kind]);
}

/// Checks the magic bytes and the version, and returns the kind byte.
pub(super) fn read_magic(file: &[u8]) -> Result<u8, PavError> {
    let magic = &file[..file.len().min(3)];
    if magic != &MAGIC[..magic.len()] {
        return Err(PavError::Magic);
    }
    let truncated = PavError::Truncated { at: file.len() };
    let version = *file.get(3).ok_or(truncated)?;
    if version != VERSION {
        return Err(PavError::Version(version));
    }
    file.get(4).copied().ok_or(truncated)
}

/// Writes a size as LEB128: seven bits a byte, lowest first, top bit set if more bytes follow.
pub(super) fn write_size(size: usize, bytes: &mut Vec<u8>) {
    let mut left = size;
    while left >= 0x80 {
        bytes.push(left as u8 | 0x80);
        left >>= 7;
    }
    bytes.push(left as u8);
}

pub(super) fn read_size(file: &[u8], at: &mut usize) -> Result<usize, PavError> {
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
