//! Images as rectangles of one colour: the greedy cover as its definition reads, and what makes a
//! cover valid.

use crate::image::{Image, ImageError, PixelPosition};
use thiserror::Error;

/// A rectangle of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect<P> {
    /// The position of its upper left corner.
    #[doc(alias = "pos")]
    pub position: PixelPosition,
    /// The colour of its pixels.
    #[doc(alias = "coul")]
    pub colour: P,
    /// Its number of rows.
    #[doc(alias = "ha")]
    pub height: usize,
    /// Its number of columns.
    #[doc(alias = "la")]
    pub width: usize,
}

/// An image as rectangles.
///
/// Anything can be written in these fields: [`Cover::check`] says whether it is valid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover<P> {
    /// The rows of the image.
    pub height: usize,
    /// The columns of the image.
    pub width: usize,
    /// The rectangles, by position in the greedy cover.
    pub rects: Vec<Rect<P>>,
}

/// Why rectangles are not a valid cover. Rectangles are numbered from 0.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum CoverError {
    /// The image would be too large.
    #[error(transparent)]
    Image(#[from] ImageError),
    /// A rectangle leaves the image.
    #[error("rectangle {rect} leaves the image")]
    Outside {
        /// The rectangle at fault.
        rect: usize,
    },
    /// A rectangle has no pixel.
    #[error("rectangle {rect} is empty")]
    Empty {
        /// The rectangle at fault.
        rect: usize,
    },
    /// A rectangle shares a pixel with an earlier one.
    #[error("rectangle {rect} overlaps rectangle {earlier} at ({}, {})", at.0, at.1)]
    Overlap {
        /// The rectangle at fault.
        rect: usize,
        /// The one it overlaps.
        earlier: usize,
        /// The first pixel of both.
        at: PixelPosition,
    },
    /// No rectangle covers a pixel.
    #[error("no rectangle covers ({}, {})", at.0, at.1)]
    Hole {
        /// The first such pixel.
        at: PixelPosition,
    },
}

/// How many pixels, from `position` to the right as far as `last_column`, have its colour.
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

/// Height and width of the largest rectangle of one colour whose upper left corner is `position`;
/// among several of the same area, the least high.
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

/// The cover that takes, row by row from the upper left corner, at each pixel not yet covered, the
/// largest rectangle of one colour over pixels not yet covered.
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
            let colour = image[position].clone();
            rects.push(Rect {
                position,
                colour,
                height,
                width,
            });
            fill(&mut left, position, height, width, &None);
        }
    }
    Cover {
        height: image.height(),
        width: image.width(),
        rects,
    }
}

impl<P> Cover<P> {
    /// Whether the rectangles are inside the image, overlap nowhere and cover it.
    ///
    /// # Errors
    /// The first fault, with the rectangle or the pixel it is about.
    pub fn check(&self) -> Result<(), CoverError> {
        self.owners().map(drop)
    }

    /// For each pixel, one more than the number of the rectangle that covers it. Zeros, because memory
    /// of zeros is only taken where something else is written: a few digits may ask for much.
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
    /// The image that the rectangles make.
    ///
    /// # Errors
    /// As [`Cover::check`].
    #[doc(alias = "decompression_rectangle")]
    pub fn paint(&self) -> Result<Image<P>, CoverError> {
        Ok(self
            .owners()?
            .map(|&owner| self.rects[owner as usize - 1].colour.clone()))
    }
}

fn claim<P>(owners: &mut Image<u32>, number: usize, rect: &Rect<P>) -> Result<(), CoverError> {
    for at in positions(rect.position, rect.height, rect.width) {
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

fn fill<P: Clone>(
    image: &mut Image<P>,
    position: PixelPosition,
    height: usize,
    width: usize,
    colour: &P,
) {
    for at in positions(position, height, width) {
        image[at] = colour.clone();
    }
}

fn positions(
    (row, column): PixelPosition,
    height: usize,
    width: usize,
) -> impl Iterator<Item = PixelPosition> {
    (row..row + height).flat_map(move |r| (column..column + width).map(move |c| (r, c)))
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
    fn of_two_rectangles_of_one_area_the_least_high_is_taken() {
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
