//! Run-length encoding of black-and-white images, as the subject defines it: the first run is
//! black.

use crate::colours::Bit;
use crate::image::{Image, ImageError, MAX_PIXELS};
use thiserror::Error;

/// The run lengths of an image and its width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// Width of the image, in pixels.
    pub columns: usize,
    /// Lengths of the runs: zeros, ones, zeros and so on; the first is 0 if the image begins with a
    /// one.
    pub counts: Vec<usize>,
}

/// Error: run lengths that do not form an image.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum RunsError {
    /// The counts add up to more than [`MAX_PIXELS`].
    #[error("the counts up to count {at} add up to more than {MAX_PIXELS} pixels")]
    TooLong {
        /// Index of the count that exceeds the limit.
        at: usize,
    },
    /// The counts do not fill whole rows.
    #[error(transparent)]
    Image(#[from] ImageError),
}

/// Returns the width of an image and its pixels in row-major order.
#[doc(alias = "image_vers_ligne")]
pub fn image_to_line<P: Clone>(image: &Image<P>) -> (usize, Vec<P>) {
    (image.width(), image.pixels().to_vec())
}

/// Cuts a line of pixels into rows of `columns` pixels, of which the last must be complete.
#[doc(alias = "ligne_vers_image")]
pub fn line_to_image<P>(columns: usize, line: Vec<P>) -> Result<Image<P>, ImageError> {
    let rows = line.len().checked_div(columns).unwrap_or(0);
    Image::from_pixels(rows, columns, line)
}

/// Counts the runs of a line: zeros first, so the first count is 0 if the line begins with a one;
/// an empty line has no runs.
#[doc(alias = "compte_0_1")]
pub fn count_runs(line: &[Bit]) -> Vec<usize> {
    let mut counts = Vec::new();
    if line.first() == Some(&Bit::White) {
        counts.push(0);
    }
    counts.extend(line.chunk_by(PartialEq::eq).map(<[Bit]>::len));
    counts
}

/// Expands run lengths to at most [`MAX_PIXELS`] pixels, which is checked before anything is
/// allocated.
#[doc(alias = "decompresse_ligne")]
pub fn expand_runs(counts: &[usize]) -> Result<Vec<Bit>, RunsError> {
    let total = total_length(counts)?;
    let mut line = Vec::with_capacity(total);
    let mut colour = Bit::Black;
    for &count in counts {
        line.resize(line.len() + count, colour);
        colour = colour.other();
    }
    Ok(line)
}

/// Run-length encodes an image in row-major order.
#[doc(alias = "compresse_image")]
pub fn compress(image: &Image<Bit>) -> Runs {
    let (columns, line) = image_to_line(image);
    Runs {
        columns,
        counts: count_runs(&line),
    }
}

/// Decodes run lengths to an image.
#[doc(alias = "decompresse_image")]
pub fn decompress(runs: &Runs) -> Result<Image<Bit>, RunsError> {
    Ok(line_to_image(runs.columns, expand_runs(&runs.counts)?)?)
}

fn total_length(counts: &[usize]) -> Result<usize, RunsError> {
    let mut total: usize = 0;
    for (at, &count) in counts.iter().enumerate() {
        total = total.saturating_add(count);
        if total > MAX_PIXELS {
            return Err(RunsError::TooLong { at });
        }
    }
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_has_no_runs() {
        assert!(count_runs(&[]).is_empty());
        assert_eq!(expand_runs(&[]), Ok(vec![]));
    }

    #[test]
    fn the_first_count_above_the_limit_is_named() {
        assert_eq!(
            expand_runs(&[1, usize::MAX, 3]),
            Err(RunsError::TooLong { at: 1 })
        );
    }

    #[test]
    fn counts_that_do_not_fill_rows_are_refused() {
        let uneven = |columns| Err(RunsError::Image(ImageError::Uneven { pixels: 5, columns }));
        for columns in [0, 3, 6] {
            assert_eq!(
                decompress(&Runs {
                    columns,
                    counts: vec![2, 3]
                }),
                uneven(columns)
            );
        }
    }

    #[test]
    fn an_image_without_pixels_survives_a_round_trip() {
        let image = Image::from_rows(vec![]).unwrap();
        assert_eq!(decompress(&compress(&image)), Ok(image));
    }
}
