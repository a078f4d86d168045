//! Collapses repeated rows and columns: a picture enlarged 16 times has the grid of the original.

use crate::image::Image;

/// An image in which equal neighbouring rows and columns are stored once, with their repeat counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CellGrid<P> {
    /// One cell for each block of equal pixels.
    pub(crate) cells: Image<P>,
    /// For each row of cells, the number of image rows it stands for.
    pub(crate) heights: Vec<u32>,
    /// For each column of cells, the number of image columns it stands for.
    pub(crate) widths: Vec<u32>,
}

impl<P: Copy + PartialEq> CellGrid<P> {
    /// Collapses equal neighbouring rows and equal neighbouring columns.
    pub(crate) fn collapse(image: &Image<P>) -> Self {
        let (tops, heights) = distinct_rows(image);
        let widths = distinct_columns(image, &tops);
        let lefts = starts(&widths);
        let mut cells = Vec::with_capacity(tops.len() * lefts.len());
        for &top in &tops {
            let row = image.row(top);
            if lefts.len() == row.len() {
                cells.extend_from_slice(row);
            } else {
                cells.extend(lefts.iter().map(|&left| row[left]));
            }
        }
        Self {
            cells: rebuilt(tops.len(), lefts.len(), cells),
            heights,
            widths,
        }
    }
}

fn rebuilt<P>(height: usize, width: usize, cells: Vec<P>) -> Image<P> {
    Image::from_pixels(height, width, cells).expect("one cell for each row and column")
}

/// The start index of each part when parts of these lengths are concatenated.
pub(crate) fn starts(lengths: &[u32]) -> Vec<usize> {
    let ends = lengths.iter().scan(0, |at, &length| {
        let start = *at;
        *at += length as usize;
        Some(start)
    });
    ends.collect()
}

fn distinct_rows<P: Copy + PartialEq>(image: &Image<P>) -> (Vec<usize>, Vec<u32>) {
    let (mut tops, mut heights) = (Vec::new(), Vec::new());
    for (at, row) in image.rows().enumerate() {
        match heights.last_mut() {
            Some(height) if image.row(at - 1) == row => *height += 1,
            _ => {
                tops.push(at);
                heights.push(1);
            }
        }
    }
    (tops, heights)
}

fn distinct_columns<P: Copy + PartialEq>(image: &Image<P>, tops: &[usize]) -> Vec<u32> {
    let mut changes = vec![0_u8; image.width().saturating_sub(1)];
    for &top in tops {
        mark_changes(image.row(top), &mut changes);
    }
    let mut widths: Vec<u32> = Vec::new();
    for column in 0..image.width() {
        match widths.last_mut() {
            Some(width) if changes[column - 1] == 0 => *width += 1,
            _ => widths.push(1),
        }
    }
    widths
}

fn mark_changes<P: Copy + PartialEq>(row: &[P], changes: &mut [u8]) {
    for (change, pair) in changes.iter_mut().zip(row.windows(2)) {
        *change |= u8::from(pair[0] != pair[1]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_of_equal_pixels_become_one_cell() {
        let rows = vec![
            vec![1, 1, 2, 2, 2],
            vec![1, 1, 2, 2, 2],
            vec![3, 3, 2, 2, 2],
        ];
        let grid = CellGrid::collapse(&Image::from_rows(rows).unwrap());
        assert_eq!(grid.cells.to_rows(), vec![vec![1, 2], vec![3, 2]]);
        assert_eq!((grid.heights, grid.widths), (vec![2, 1], vec![2, 3]));
    }

    #[test]
    fn a_column_that_differs_in_one_row_stays() {
        let grid = CellGrid::collapse(&Image::from_rows(vec![vec![1, 1], vec![1, 2]]).unwrap());
        assert_eq!(grid.widths, [1, 1]);
    }

    #[test]
    fn an_image_without_pixels_has_no_cells() {
        let grid = CellGrid::collapse(&Image::<u8>::from_rows(vec![]).unwrap());
        assert_eq!((grid.heights, grid.widths), (vec![], vec![]));
    }
}
