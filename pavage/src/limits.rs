//! What an operation may take, asked before it takes anything: a few bytes can describe a picture that
//! fills a machine.

use crate::image::Image;
use crate::picture::Picture;
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

/// More than was allowed would be needed.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("the picture needs {asked} {what}, the limit is {limit}")]
pub struct LimitError {
    /// Pixels or bytes of memory.
    pub what: &'static str,
    /// What would be needed.
    pub asked: u64,
    /// What was allowed.
    pub limit: u64,
}

/// More than the tables of any encoder take.
const TABLES: u64 = 24 << 20;

/// More than those for a file of another format.
const FILE_TABLES: u64 = 2 << 20;

impl CodecLimits {
    /// Whether a picture of that size may be made in that many bytes in all.
    ///
    /// # Errors
    /// The limit that is passed, pixels first.
    pub fn check(&self, pixels: u64, memory: u64) -> Result<(), LimitError> {
        if pixels > self.pixels {
            return Err(LimitError {
                what: "pixels",
                asked: pixels,
                limit: self.pixels,
            });
        }
        self.check_memory(memory)
    }

    /// Whether that many bytes may be taken in all.
    ///
    /// # Errors
    /// If they are more than the limit.
    pub fn check_memory(&self, memory: u64) -> Result<(), LimitError> {
        if memory > self.memory {
            return Err(LimitError {
                what: "bytes of memory",
                asked: memory,
                limit: self.memory,
            });
        }
        Ok(())
    }

    /// Whether a picture that is at hand may be written as a `.pav` file.
    ///
    /// # Errors
    /// If picture, encoder and file together pass the limit.
    pub fn check_encoding(&self, picture: &Picture) -> Result<(), LimitError> {
        let samples = picture.samples().len() as u64;
        // Places in the palette and two grids of them; runs and rectangles; two files.
        let grids = 6 * pixels(picture);
        let shapes = 64 * runs(picture);
        self.check_memory(3 * samples + grids + shapes + TABLES)
    }

    /// Whether a picture that is at hand may be written as a file of another format.
    ///
    /// # Errors
    /// If picture, encoder and file together pass the limit.
    pub fn check_writing(&self, raster: RasterFormat, picture: &Picture) -> Result<(), LimitError> {
        let samples = picture.samples().len() as u64;
        // GIF takes four bytes a pixel, twice, and their places; PNG files of noise are compressed
        // three times; a file grows by doubling.
        let copies = match raster {
            RasterFormat::Gif => 9 * pixels(picture),
            RasterFormat::Png => 5 * samples,
            RasterFormat::Bmp | RasterFormat::Pnm => samples,
            RasterFormat::Jpeg | RasterFormat::Webp | RasterFormat::Tiff => 0,
        };
        self.check_memory(4 * samples + copies + FILE_TABLES)
    }

    /// Whether a picture that is at hand may be brought to black and white, of which several copies
    /// are made on the way to runs or to a mask.
    ///
    /// # Errors
    /// If all of them together pass the limit.
    pub fn check_bits(&self, picture: &Picture) -> Result<(), LimitError> {
        let samples = picture.samples().len() as u64;
        self.check_memory(samples + 6 * pixels(picture) + 40 * runs(picture))
    }

    /// Whether the runs of a mask that is at hand may be made, beside what its picture takes.
    ///
    /// # Errors
    /// If mask, picture and runs together pass the limit.
    pub fn check_mask(&self, mask: &Image<u8>, picture: &Picture) -> Result<(), LimitError> {
        let rows = 1..mask.height();
        let changes = rows.map(|row| {
            let pairs = mask.row(row).iter().zip(mask.row(row - 1));
            pairs.filter(|(below, above)| below != above).count() as u64
        });
        // A change by its place, then by its column, then as a count, then in text.
        let changes = 64 * (changes.sum::<u64>() + mask.width() as u64);
        self.check_memory(2 * mask.pixels().len() as u64 + picture.samples().len() as u64 + changes)
    }

    /// The limits of each of `count` operations at once.
    #[must_use]
    pub fn share(&self, count: usize) -> Self {
        Self {
            pixels: self.pixels,
            memory: self.memory / count.max(1) as u64,
        }
    }
}

pub(crate) fn pixels(picture: &Picture) -> u64 {
    picture.width() as u64 * picture.height() as u64
}

/// Runs of equal pixels, no more than there are rectangles in a cover and points in an outline.
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
    fn the_limit_that_is_passed_is_named_with_what_was_asked() {
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
    fn several_at_once_share_the_memory() {
        let limits = CodecLimits {
            pixels: 10,
            memory: 100,
        };
        assert_eq!(limits.share(4).memory, 25);
    }
}
