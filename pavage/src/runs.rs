//! Black and white images as the lengths of their runs, zeros first.

use crate::colours::Bit;
use crate::image::{Image, ImageError, MAX_PIXELS};
use thiserror::Error;

/// Run counts and the number of columns to cut their pixels into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Runs {
    /// The width of the image.
    pub columns: usize,
    /// How many zeros, then how many ones, then how many zeros, and so on.
    pub counts: Vec<usize>,
}

/// Why run counts do not make an image.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum RunsError {
    /// The counts add up to more than [`MAX_PIXELS`].
    #[error("the counts up to count {at} add up to more than {MAX_PIXELS} pixels")]
    TooLong {
        /// The count that passes the limit, from 0.
        at: usize,
    },
    /// The counts do not fill whole rows.
    #[error(transparent)]
    Image(#[from] ImageError),
}

/// The number of columns, and all pixels in one line.
#[doc(alias = "image_vers_ligne")]
pub fn image_to_line<P: Clone>(image: &Image<P>) -> (usize, Vec<P>) {
    (image.width(), image.pixels().to_vec())
}

/// The image whose rows are the line cut every `columns` pixels.
///
/// # Errors
/// [`ImageError::Uneven`] if the last row would be incomplete.
#[doc(alias = "ligne_vers_image")]
pub fn line_to_image<P>(columns: usize, line: Vec<P>) -> Result<Image<P>, ImageError> {
    let uneven = ImageError::Uneven {
        pixels: line.len(),
        columns,
    };
    match line.len().checked_div(columns) {
        Some(rows) => Image::from_pixels(rows, columns, line),
        None if line.is_empty() => Image::from_pixels(0, 0, line),
        None => Err(uneven),
    }
}

/// The lengths of the runs of a line, the first one of zeros and 0 if the line begins with a one;
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

/// The line that has these runs.
///
/// # Errors
/// [`RunsError::TooLong`] beyond [`MAX_PIXELS`], before any pixel is made.
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

/// The runs of the image read as one line.
#[doc(alias = "compresse_image")]
pub fn compress(image: &Image<Bit>) -> Runs {
    let (columns, line) = image_to_line(image);
    Runs {
        columns,
        counts: count_runs(&line),
    }
}

/// The image that has these runs.
///
/// # Errors
/// If the counts do not fill whole rows, or pass [`MAX_PIXELS`].
#[doc(alias = "decompresse_image")]
pub fn decompress(runs: &Runs) -> Result<Image<Bit>, RunsError> {
    Ok(line_to_image(runs.columns, expand_runs(&runs.counts)?)?)
}

fn total_length(counts: &[usize]) -> Result<usize, RunsError> {
    counts
        .iter()
        .enumerate()
        .try_fold(0, |total: usize, (at, &count)| {
            let total = total.saturating_add(count);
            if total > MAX_PIXELS {
                Err(RunsError::TooLong { at })
            } else {
                Ok(total)
            }
        })
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
    fn counts_past_the_limit_are_refused_where_they_pass_it() {
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
    fn an_image_without_pixels_survives() {
        let image = Image::from_rows(vec![]).unwrap();
        assert_eq!(decompress(&compress(&image)), Ok(image));
    }
}
