//! Covers of an image by one-colour rectangles: the greedy cover as the subject defines it, and the
//! validation of any cover.

use crate::image::{Image, ImageError, PixelPosition};
use thiserror::Error;

/// A rectangle of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect<P> {
    /// Row and column of its upper left pixel.
    #[doc(alias = "pos")]
    pub position: PixelPosition,
    /// Colour of all its pixels.
    #[doc(alias = "coul")]
    pub colour: P,
    /// Number of rows.
    #[doc(alias = "ha")]
    pub height: usize,
    /// Number of columns.
    #[doc(alias = "la")]
    pub width: usize,
}

impl<P> Rect<P> {
    /// Iterates over the positions of its pixels in row-major order.
    pub fn positions(&self) -> impl Iterator<Item = PixelPosition> + use<P> {
        let (row, column) = self.position;
        let columns = column..column + self.width;
        (row..row + self.height).flat_map(move |row| columns.clone().map(move |at| (row, at)))
    }
}

/// An image as a list of one-colour rectangles.
///
/// The fields are not validated: [`Cover::check`] reports gaps, overlaps and rectangles outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover<P> {
    /// Number of rows of the image.
    pub height: usize,
    /// Number of columns of the image.
    pub width: usize,
    /// The rectangles; the greedy cover lists them in row-major order of their upper left pixels.
    pub rects: Vec<Rect<P>>,
}

/// Error: rectangles that do not cover an image exactly once. Rectangles are numbered from 0.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CoverError {
    /// The image would have too many pixels.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A rectangle extends beyond the image.
    #[error("rectangle {rect} leaves the image")]
    Outside {
        /// Number of the rectangle.
        rect: usize,
    },
    /// A rectangle has no rows or no columns.
    #[error("rectangle {rect} is empty")]
    Empty {
        /// Number of the rectangle.
        rect: usize,
    },
    /// Two rectangles share a pixel.
    #[error("rectangle {rect} overlaps rectangle {earlier} at ({}, {})", at.0, at.1)]
    Overlap {
        /// Number of the later rectangle.
        rect: usize,
        /// Number of the earlier rectangle.
        earlier: usize,
        /// Position of the first shared pixel.
        at: PixelPosition,
    },
    /// A pixel is in no rectangle.
    #[error("no rectangle covers ({}, {})", at.0, at.1)]
    Hole {
        /// Position of the first pixel in no rectangle.
        at: PixelPosition,
    },
}

/// Counts the pixels that have the colour of `position`, from there to the right up to and
/// including `last_column`.
///
/// # Panics
/// If the position or the column is outside the image.
#[doc(alias = "dim_largeur_max")]
pub fn run_width<P: PartialEq>(
    image: &Image<P>,
    position: PixelPosition,
    last_column: usize,
) -> usize {
    let (row, column) = position;
    let colour = &image[position];
    image.row(row)[column..=last_column]
        .iter()
        .take_while(|&pixel| pixel == colour)
        .count()
}

/// Height and width of the largest one-colour rectangle whose upper left pixel is `position`; of
/// several with the same area, the one with the fewest rows.
///
/// # Panics
/// If the position is outside the image.
#[doc(alias = "rectangle_max")]
pub fn largest_rectangle<P: PartialEq>(
    image: &Image<P>,
    position: PixelPosition,
) -> (usize, usize) {
    let (row, column) = position;
    let mut best = (0, 0);
    let mut last_column = image.width() - 1;
    for below in row..image.height() {
        if image[(below, column)] != image[position] {
            break;
        }
        let width = run_width(image, (below, column), last_column);
        let height = below - row + 1;
        if height * width > best.0 * best.1 {
            best = (height, width);
        }
        last_column = column + width - 1;
    }
    best
}

/// The greedy cover: in row-major order, each pixel that is not covered yet becomes the upper left
/// pixel of the largest one-colour rectangle of pixels that are not covered yet.
///
/// # Examples
/// ```
/// use pavage::{Image, Rect, cover::greedy_cover};
///
/// let image = Image::from_rows(vec![vec![7, 7, 1], vec![7, 7, 1]])?;
/// let cover = greedy_cover(&image);
/// assert_eq!(cover.rects[1], Rect { position: (0, 2), colour: 1, height: 2, width: 1 });
/// assert_eq!(cover.paint(), Ok(image));
/// # Ok::<(), pavage::image::ImageError>(())
/// ```
#[doc(alias = "compression_rectangle")]
pub fn greedy_cover<P: Clone + PartialEq>(image: &Image<P>) -> Cover<P> {
    let mut left = image.map(|pixel| Some(pixel.clone()));
    let mut rects = Vec::new();
    for position in image.positions() {
        if left[position].is_some() {
            let (height, width) = largest_rectangle(&left, position);
            let rect = Rect {
                position,
                colour: image[position].clone(),
                height,
                width,
            };
            rect.positions().for_each(|at| left[at] = None);
            rects.push(rect);
        }
    }
    Cover {
        height: image.height(),
        width: image.width(),
        rects,
    }
}

impl<P> Cover<P> {
    /// Checks that every pixel of the image is in exactly one rectangle, and returns the first fault
    /// otherwise.
    pub fn check(&self) -> Result<(), CoverError> {
        self.owners().map(drop)
    }

    /// For each pixel, the number of its rectangle plus one. It starts as zeros because the system
    /// provides zeroed memory only when it is written to, and a few digits may ask for a large
    /// image.
    fn owners(&self) -> Result<Image<u32>, CoverError> {
        let mut owners = Image::filled(self.height, self.width, 0)?;
        for (number, rect) in self.rects.iter().enumerate() {
            self.check_bounds(number, rect)?;
            claim(&mut owners, number, rect)?;
        }
        match owners.positions().find(|&at| owners[at] == 0) {
            Some(at) => Err(CoverError::Hole { at }),
            None => Ok(owners),
        }
    }

    fn check_bounds(&self, number: usize, rect: &Rect<P>) -> Result<(), CoverError> {
        let fits =
            |from: usize, length, limit| from.checked_add(length).is_some_and(|end| end <= limit);
        let (row, column) = rect.position;
        if !fits(row, rect.height, self.height) || !fits(column, rect.width, self.width) {
            return Err(CoverError::Outside { rect: number });
        }
        if rect.height == 0 || rect.width == 0 {
            return Err(CoverError::Empty { rect: number });
        }
        Ok(())
    }
}

impl<P: Clone> Cover<P> {
    /// Paints the rectangles into an image, if the cover is [valid](Cover::check).
    #[doc(alias = "decompression_rectangle")]
    pub fn paint(&self) -> Result<Image<P>, CoverError> {
        Ok(self
            .owners()?
            .map(|&owner| self.rects[owner as usize - 1].colour.clone()))
    }
}

fn claim<P>(owners: &mut Image<u32>, number: usize, rect: &Rect<P>) -> Result<(), CoverError> {
    for at in rect.positions() {
        let owner = std::mem::replace(&mut owners[at], number as u32 + 1);
        if owner > 0 {
            return Err(CoverError::Overlap {
                rect: number,
                earlier: owner as usize - 1,
                at,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect(position: PixelPosition, height: usize, width: usize) -> Rect<char> {
        Rect {
            position,
            colour: 'x',
            height,
            width,
        }
    }

    fn fault(rects: Vec<Rect<char>>) -> Result<(), CoverError> {
        Cover {
            height: 2,
            width: 3,
            rects,
        }
        .check()
    }

    #[test]
    fn a_fault_names_the_rectangle_or_the_pixel() {
        let whole = rect((0, 0), 2, 3);
        assert_eq!(fault(vec![whole]), Ok(()));
        assert_eq!(fault(vec![]), Err(CoverError::Hole { at: (0, 0) }));
        assert_eq!(
            fault(vec![rect((0, 0), 2, 2)]),
            Err(CoverError::Hole { at: (0, 2) })
        );
        assert_eq!(
            fault(vec![rect((0, 1), 2, 3)]),
            Err(CoverError::Outside { rect: 0 })
        );
        assert_eq!(
            fault(vec![rect((1, 0), usize::MAX, 1)]),
            Err(CoverError::Outside { rect: 0 })
        );
        assert_eq!(
            fault(vec![whole, rect((0, 0), 0, 1)]),
            Err(CoverError::Empty { rect: 1 })
        );
        assert_eq!(
            fault(vec![rect((0, 0), 2, 2), rect((1, 1), 1, 2)]),
            Err(CoverError::Overlap {
                rect: 1,
                earlier: 0,
                at: (1, 1)
            })
        );
    }

    #[test]
    fn a_cover_of_an_impossible_size_is_refused() {
        let cover = Cover::<char> {
            height: usize::MAX,
            width: 2,
            rects: vec![],
        };
        assert!(matches!(
            cover.check(),
            Err(CoverError::Image(ImageError::TooLarge { .. }))
        ));
    }

    #[test]
    fn of_two_rectangles_of_equal_area_the_one_with_fewer_rows_is_chosen() {
        let image = Image::from_rows(vec![vec![5, 5], vec![5, 0]]).unwrap();
        assert_eq!(largest_rectangle(&image, (0, 0)), (1, 2));
    }

    #[test]
    fn an_empty_image_has_an_empty_cover() {
        let image = Image::<u8>::from_rows(vec![]).unwrap();
        assert_eq!(
            greedy_cover(&image),
            Cover {
                height: 0,
                width: 0,
                rects: vec![]
            }
        );
    }
}
