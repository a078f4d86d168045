//! A rectangular grid of pixels of any type; nothing here knows what a colour is.

use std::ops::{Index, IndexMut};
use thiserror::Error;

/// The largest image that is made from sizes or counts alone, so that a few digits of input cannot
/// ask for all the memory.
pub const MAX_PIXELS: usize = 1 << 26;

/// `height` rows of `width` pixels, row 0 at the top, column 0 on the left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image<P> {
    height: usize,
    width: usize,
    pixels: Vec<P>,
}

/// Why pixels do not make an image.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum ImageError {
    /// A row is longer or shorter than the first one.
    #[error("row {row} has {found} pixels where row 0 has {expected}")]
    NotRectangular {
        /// The row at fault, from 0.
        row: usize,
        /// The length of row 0.
        expected: usize,
        /// Its own length.
        found: usize,
    },
    /// A line of pixels cannot be cut into rows of that many columns.
    #[error("{pixels} pixels do not fill rows of {columns} columns")]
    Uneven {
        /// The length of the line.
        pixels: usize,
        /// The width asked for.
        columns: usize,
    },
    /// More than [`MAX_PIXELS`].
    #[error("{height} rows of {width} columns are more than {MAX_PIXELS} pixels")]
    TooLarge {
        /// The rows asked for.
        height: usize,
        /// The columns asked for.
        width: usize,
    },
}

/// A row and a column, both from 0.
pub type PixelPosition = (usize, usize);

impl<P> Image<P> {
    /// An image from its rows; no row at all is the image of 0 × 0.
    ///
    /// # Errors
    /// [`ImageError::NotRectangular`] names the first row that is not as long as row 0.
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
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        let uneven = rows
            .iter()
            .map(Vec::len)
            .enumerate()
            .find(|&(_, found)| found != width);
        if let Some((row, found)) = uneven {
            return Err(ImageError::NotRectangular {
                row,
                expected: width,
                found,
            });
        }
        Ok(Self {
            height,
            width,
            pixels: rows.into_iter().flatten().collect(),
        })
    }

    /// An image from all its pixels, row after row.
    ///
    /// # Errors
    /// [`ImageError::Uneven`] unless there are `height` × `width` pixels.
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

    /// All pixels, row after row.
    pub fn pixels(&self) -> &[P] {
        &self.pixels
    }

    /// One row, from left to right.
    ///
    /// # Panics
    /// If there is no such row.
    pub fn row(&self, row: usize) -> &[P] {
        &self.pixels[row * self.width..][..self.width]
    }

    /// The rows from top to bottom.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[P]> {
        (0..self.height).map(|row| self.row(row))
    }

    /// The pixel at a position, if the position is in the image.
    pub fn get(&self, (row, column): PixelPosition) -> Option<&P> {
        (row < self.height && column < self.width).then(|| &self.pixels[row * self.width + column])
    }

    /// Every position, row after row.
    pub fn positions(&self) -> impl Iterator<Item = PixelPosition> + use<P> {
        let width = self.width;
        (0..self.height).flat_map(move |row| (0..width).map(move |column| (row, column)))
    }

    /// The image of the same size whose pixels are what `f` makes of these.
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
    /// An image of one colour.
    ///
    /// # Errors
    /// [`ImageError::TooLarge`] beyond [`MAX_PIXELS`].
    #[doc(alias = "creer_image")]
    pub fn filled(height: usize, width: usize, colour: P) -> Result<Self, ImageError> {
        match height.checked_mul(width) {
            Some(count) if count <= MAX_PIXELS => Ok(Self {
                height,
                width,
                pixels: vec![colour; count],
            }),
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
        self.get(position).expect("a position in the image")
    }
}

impl<P> IndexMut<PixelPosition> for Image<P> {
    fn index_mut(&mut self, (row, column): PixelPosition) -> &mut P {
        assert!(
            row < self.height && column < self.width,
            "a position in the image"
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
