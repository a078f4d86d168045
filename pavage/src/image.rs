//! A rectangular image generic over the pixel type.

use std::ops::{Index, IndexMut};
use thiserror::Error;

/// Maximum number of pixels of an image made from a size or from run counts alone, so that a few
/// digits of input cannot exhaust the memory.
pub const MAX_PIXELS: usize = 1 << 26;

/// An image of `height` rows and `width` columns; row 0 is at the top and column 0 on the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image<P> {
    height: usize,
    width: usize,
    pixels: Vec<P>,
}

/// Error: rows or pixels that do not form a rectangular image.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ImageError {
    /// A row is longer or shorter than row 0.
    #[error("row {row} has {found} pixels where row 0 has {expected}")]
    NotRectangular {
        /// Index of the first row of another length.
        row: usize,
        /// Number of pixels of row 0.
        expected: usize,
        /// Number of pixels of the wrong row.
        found: usize,
    },
    /// The number of pixels is not a multiple of the number of columns.
    #[error("{pixels} pixels do not fill rows of {columns} columns")]
    Uneven {
        /// Number of pixels given.
        pixels: usize,
        /// Number of columns asked for.
        columns: usize,
    },
    /// The image would have more than [`MAX_PIXELS`] pixels.
    #[error("{height} rows of {width} columns are more than {MAX_PIXELS} pixels")]
    TooLarge {
        /// Number of rows asked for.
        height: usize,
        /// Number of columns asked for.
        width: usize,
    },
}

/// The row and the column of a pixel, both counted from 0.
pub type PixelPosition = (usize, usize);

impl<P> Image<P> {
    /// Makes an image from its rows; an empty list of rows makes the image of 0 × 0.
    ///
    /// # Examples
    /// ```
    /// use pavage::image::{Image, ImageError};
    ///
    /// let image = Image::from_rows(vec![vec![0, 1, 0], vec![1, 1, 1]])?;
    /// assert_eq!((image.height(), image.width()), (2, 3));
    /// assert_eq!(image[(0, 1)], 1);
    /// # Ok::<(), ImageError>(())
    /// ```
    pub fn from_rows(rows: Vec<Vec<P>>) -> Result<Self, ImageError> {
        let (height, expected) = (rows.len(), rows.first().map_or(0, Vec::len));
        let mut lengths = rows.iter().map(Vec::len).enumerate();
        if let Some((row, found)) = lengths.find(|&(_, found)| found != expected) {
            return Err(ImageError::NotRectangular {
                row,
                expected,
                found,
            });
        }
        Self::from_pixels(height, expected, rows.into_iter().flatten().collect())
    }

    /// Makes an image from its `height` × `width` pixels in row-major order.
    pub fn from_pixels(height: usize, width: usize, pixels: Vec<P>) -> Result<Self, ImageError> {
        if height.checked_mul(width) != Some(pixels.len()) {
            return Err(ImageError::Uneven {
                pixels: pixels.len(),
                columns: width,
            });
        }
        Ok(Self {
            height,
            width,
            pixels,
        })
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// All pixels in row-major order.
    pub fn pixels(&self) -> &[P] {
        &self.pixels
    }

    /// The pixels of one row, from left to right.
    ///
    /// # Panics
    /// If `row` is not below the height.
    pub fn row(&self, row: usize) -> &[P] {
        &self.pixels[row * self.width..][..self.width]
    }

    /// Iterates over the rows from top to bottom.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[P]> {
        (0..self.height).map(|row| self.row(row))
    }

    /// The pixel at a position, or `None` outside the image.
    pub fn get(&self, (row, column): PixelPosition) -> Option<&P> {
        (row < self.height && column < self.width).then(|| &self.pixels[row * self.width + column])
    }

    /// Iterates over all positions in row-major order.
    pub fn positions(&self) -> impl Iterator<Item = PixelPosition> + use<P> {
        let width = self.width;
        (0..self.height).flat_map(move |row| (0..width).map(move |column| (row, column)))
    }

    /// Applies `f` to every pixel and returns an image of the same size.
    pub fn map<Q>(&self, f: impl FnMut(&P) -> Q) -> Image<Q> {
        let pixels = self.pixels.iter().map(f).collect();
        Image {
            height: self.height,
            width: self.width,
            pixels,
        }
    }
}

impl<P: Clone> Image<P> {
    /// Makes an image whose pixels all have one colour, at most [`MAX_PIXELS`] of them.
    #[doc(alias = "creer_image")]
    pub fn filled(height: usize, width: usize, colour: P) -> Result<Self, ImageError> {
        match height.checked_mul(width) {
            Some(count) if count <= MAX_PIXELS => {
                Self::from_pixels(height, width, vec![colour; count])
            }
            _ => Err(ImageError::TooLarge { height, width }),
        }
    }

    /// The image as a list of rows.
    pub fn to_rows(&self) -> Vec<Vec<P>> {
        self.rows().map(<[P]>::to_vec).collect()
    }
}

impl<P> Index<PixelPosition> for Image<P> {
    type Output = P;

    fn index(&self, position: PixelPosition) -> &P {
        self.get(position)
            .expect("the position is inside the image")
    }
}

impl<P> IndexMut<PixelPosition> for Image<P> {
    fn index_mut(&mut self, (row, column): PixelPosition) -> &mut P {
        assert!(
            row < self.height && column < self.width,
            "the position is inside the image"
        );
        &mut self.pixels[row * self.width + column]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_row_of_another_length_is_named() {
        assert_eq!(
            Image::from_rows(vec![vec![1, 2], vec![3, 4], vec![5]]),
            Err(ImageError::NotRectangular {
                row: 2,
                expected: 2,
                found: 1
            })
        );
    }

    #[test]
    fn a_size_that_overflows_is_refused() {
        assert_eq!(
            Image::filled(usize::MAX, 2, 0),
            Err(ImageError::TooLarge {
                height: usize::MAX,
                width: 2
            })
        );
    }

    #[test]
    fn no_rows_make_an_empty_image() {
        let image = Image::<u8>::from_rows(vec![]).unwrap();
        assert_eq!(
            (image.height(), image.width(), image.positions().count()),
            (0, 0, 0)
        );
    }

    #[test]
    fn a_position_outside_has_no_pixel() {
        let image = Image::filled(2, 3, 'x').unwrap();
        assert_eq!(
            (image.get((1, 2)), image.get((0, 3)), image.get((2, 0))),
            (Some(&'x'), None, None)
        );
    }
}
