//! Limits on pixels and memory, checked before anything is allocated: a file of a few bytes can
//! describe a picture of gigabytes.

use crate::image::Image;
use crate::pav::parts_at_once;
use crate::picture::Picture;
#[cfg(feature = "raster")]
use crate::raster::RasterFormat;
use thiserror::Error;

/// Maximum size of a picture and of the memory that an operation on it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodecLimits {
    /// Maximum number of pixels of a picture.
    pub pixels: u64,
    /// Maximum number of bytes that the picture and the operation take together.
    pub memory: u64,
}

impl Default for CodecLimits {
    /// 2²⁸ pixels and 1 GiB.
    fn default() -> Self {
        Self {
            pixels: 1 << 28,
            memory: 1 << 30,
        }
    }
}

/// Error: an operation would need more pixels or more memory than its limit.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the picture needs {asked} {what}, the limit is {limit}")]
pub struct LimitError {
    /// The limited quantity: `"pixels"` or `"bytes of memory"`.
    pub what: &'static str,
    /// The quantity that the operation needs.
    pub asked: u64,
    /// The maximum that the caller allows.
    pub limit: u64,
}

/// Upper bound of the bytes of the model tables of any `.pav` encoder.
const TABLES: u64 = 24 << 20;

/// Upper bound of the bytes of the tables of the PNG, BMP, GIF and PNM encoders.
#[cfg(feature = "raster")]
const FILE_TABLES: u64 = 2 << 20;

impl CodecLimits {
    /// Checks the size of a picture and then the total memory of an operation on it, in bytes.
    pub fn check(&self, pixels: u64, memory: u64) -> Result<(), LimitError> {
        within("pixels", pixels, self.pixels)?;
        self.check_memory(memory)
    }

    /// Checks the total memory of an operation, in bytes.
    pub fn check_memory(&self, memory: u64) -> Result<(), LimitError> {
        within("bytes of memory", memory, self.memory)
    }

    /// Checks the memory that a picture, the `.pav` encoder and the file take together.
    pub fn check_encoding(&self, picture: &Picture) -> Result<(), LimitError> {
        let samples = picture.samples().len() as u64;
        // Pixels of more than four bytes are two cells.
        let cells = pixels(picture)
            * if picture.layout().pixel_bytes() > 4 {
                2
            } else {
                1
            };
        // Cells, two grids of them and their canvas; colours and files that grow with the runs.
        let parts = parts_at_once(picture.width(), picture.height());
        self.check_memory(4 * samples + 16 * cells + 160 * runs(picture) + parts * TABLES)
    }

    /// Checks the memory that a picture, the encoder of another format and the file take together.
    #[cfg(feature = "raster")]
    pub fn check_writing(&self, raster: RasterFormat, picture: &Picture) -> Result<(), LimitError> {
        let samples = picture.samples().len() as u64;
        // GIF holds RGBA pixels twice and their palette indices; PNG compresses noise three times;
        // a growing file doubles its buffer.
        let copies = match raster {
            RasterFormat::Gif => 9 * pixels(picture),
            RasterFormat::Png => 5 * samples,
            RasterFormat::Bmp | RasterFormat::Pnm => samples,
            RasterFormat::Jpeg | RasterFormat::Webp | RasterFormat::Tiff => 0,
        };
        self.check_memory(4 * samples + copies + FILE_TABLES)
    }

    /// Checks that a picture can be converted to black and white, which makes several copies before
    /// run lengths or a mask are extracted.
    pub fn check_bits(&self, picture: &Picture) -> Result<(), LimitError> {
        let samples = picture.samples().len() as u64;
        self.check_memory(samples + 6 * pixels(picture) + 40 * runs(picture))
    }

    /// Checks the memory that a mask, its run lengths and its picture take together.
    pub fn check_mask(&self, mask: &Image<u8>, picture: &Picture) -> Result<(), LimitError> {
        let rows = 1..mask.height();
        let changes = rows.map(|row| {
            let pairs = mask.row(row).iter().zip(mask.row(row - 1));
            pairs.filter(|(below, above)| below != above).count() as u64
        });
        // Each change is stored as an index, by column, as a count and as text.
        let changes = 64 * (changes.sum::<u64>() + mask.width() as u64);
        self.check_memory(2 * mask.pixels().len() as u64 + picture.samples().len() as u64 + changes)
    }

    /// The limits for each of `count` operations that run at the same time: the memory is divided
    /// equally.
    #[must_use]
    pub fn share(&self, count: usize) -> Self {
        Self {
            pixels: self.pixels,
            memory: self.memory / count.max(1) as u64,
        }
    }
}

fn within(what: &'static str, asked: u64, limit: u64) -> Result<(), LimitError> {
    if asked > limit {
        return Err(LimitError { what, asked, limit });
    }
    Ok(())
}

pub(crate) fn pixels(picture: &Picture) -> u64 {
    picture.width() as u64 * picture.height() as u64
}

/// The number of runs of equal pixels in row-major order, an upper bound of the rectangles of a
/// cover and of the edges of an outline.
fn runs(picture: &Picture) -> u64 {
    let mut last = None;
    let starts = picture
        .pixel_values()
        .filter(|&pixel| last.replace(pixel) != Some(pixel));
    starts.count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_names_the_exceeded_limit_and_the_need() {
        let limits = CodecLimits {
            pixels: 10,
            memory: 100,
        };
        let text = |check: Result<(), LimitError>| check.unwrap_err().to_string();
        assert_eq!(limits.check(10, 100), Ok(()));
        assert_eq!(
            text(limits.check(11, 101)),
            "the picture needs 11 pixels, the limit is 10"
        );
        assert_eq!(
            text(limits.check(10, 101)),
            "the picture needs 101 bytes of memory, the limit is 100"
        );
    }

    #[test]
    fn parallel_operations_divide_the_memory_limit() {
        let limits = CodecLimits {
            pixels: 10,
            memory: 100,
        };
        assert_eq!(limits.share(4).memory, 25);
    }
}
