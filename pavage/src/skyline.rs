//! The greedy cover in linear time: exactly the rectangles of [`greedy_cover`], at one step a cell.
//!
//! Rectangles are laid in reading order, so one that reaches below the row being scanned also covers
//! that row: what is covered further down is a skyline, and only the first row of a candidate must
//! be looked at for cover. A candidate is at least as large as the number of rows it was tried
//! on, so that all trials together take no more steps than there are cells. Neither choice ever
//! separates identical neighbours, so the search runs on the [`Grid`].
//!
//! [`greedy_cover`]: crate::cover::greedy_cover

use crate::cover::{Cover, Rect};
use crate::grid::{Grid, starts};
use crate::image::Image;

/// The same cover as [`greedy_cover`](crate::cover::greedy_cover), in linear time.
#[doc(alias = "compression_rectangle")]
pub fn cover<P: Copy + PartialEq>(image: &Image<P>) -> Cover<P> {
    let rects = Search::new(&Grid::collapse(image)).rects();
    Cover {
        height: image.height(),
        width: image.width(),
        rects,
    }
}

/// The rectangles that cover the rows from the one being scanned down, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Skyline {
    /// At the first column of a rectangle, the row that it no longer covers.
    until: Vec<u32>,
    /// At the first column of a rectangle, its width.
    span: Vec<u32>,
}

impl Skyline {
    /// Nothing covered, `width` columns.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            until: vec![0; width],
            span: vec![0; width],
        }
    }

    /// The rectangle that begins at `column` and covers `row`: the row where it ends, and its width.
    pub(crate) fn at(&self, row: usize, column: usize) -> Option<(usize, usize)> {
        let until = self.until[column] as usize;
        (until > row).then(|| (until, self.span[column] as usize))
    }

    /// How many columns from `column`, which is free, to the next covered one, `limit` at most.
    pub(crate) fn gap(&self, row: usize, column: usize, limit: usize) -> usize {
        let covered = |&until: &u32| until as usize > row;
        let next = self.until[column + 1..column + limit]
            .iter()
            .position(covered);
        next.map_or(limit, |free| free + 1)
    }

    /// Covers `width` columns from `column` down to, and without, row `until`.
    pub(crate) fn lay(&mut self, column: usize, width: usize, until: usize) {
        self.until[column] = until as u32;
        self.span[column] = width as u32;
    }
}

struct Search<'a, P> {
    cells: &'a Image<P>,
    /// For each cell, how many cells from it to the right have its colour.
    rights: Vec<u32>,
    /// The first row of each row of cells, then the height of the image; columns alike.
    tops: Vec<usize>,
    lefts: Vec<usize>,
    skyline: Skyline,
}

impl<'a, P: Copy + PartialEq> Search<'a, P> {
    fn new(grid: &'a Grid<P>) -> Self {
        Self {
            cells: &grid.cells,
            rights: run_table(&grid.cells),
            tops: bounds(&grid.heights),
            lefts: bounds(&grid.widths),
            skyline: Skyline::new(grid.cells.width()),
        }
    }

    fn rects(mut self) -> Vec<Rect<P>> {
        let mut rects = Vec::new();
        let mut row = 0;
        while row < self.cells.height() {
            row = self.cover_row(row, &mut rects);
        }
        rects
    }

    /// Covers what is free in a row and says which row has a free cell next.
    fn cover_row(&mut self, row: usize, rects: &mut Vec<Rect<P>>) -> usize {
        let mut next = self.cells.height();
        let mut column = 0;
        while column < self.cells.width() {
            let (until, span) = match self.skyline.at(row, column) {
                Some(covered) => covered,
                None => self.lay_largest(row, column, rects),
            };
            next = next.min(until);
            column += span;
        }
        next
    }

    fn lay_largest(
        &mut self,
        row: usize,
        column: usize,
        rects: &mut Vec<Rect<P>>,
    ) -> (usize, usize) {
        let (until, span) = self.largest(row, column);
        rects.push(Rect {
            position: (self.tops[row], self.lefts[column]),
            colour: self.cells.row(row)[column],
            height: self.tops[until] - self.tops[row],
            width: self.lefts[column + span] - self.lefts[column],
        });
        self.skyline.lay(column, span, until);
        (until, span)
    }

    fn largest(&self, row: usize, column: usize) -> (usize, usize) {
        let stride = self.cells.width();
        let colour = self.cells.row(row)[column];
        let run = self.rights[row * stride + column] as usize;
        let mut span = self.skyline.gap(row, column, run);
        let (mut best, mut best_area) = ((row + 1, span), 0);
        let depth = self.tops[self.tops.len() - 1] - self.tops[row];
        let mut at = row * stride + column;
        for below in row..self.cells.height() {
            if self.cells.pixels()[at] != colour {
                break;
            }
            span = span.min(self.rights[at] as usize);
            let width = self.lefts[column + span] - self.lefts[column];
            let area = width * (self.tops[below + 1] - self.tops[row]);
            if area > best_area {
                (best, best_area) = ((below + 1, span), area);
            }
            if width * depth <= best_area {
                break;
            }
            at += stride;
        }
        best
    }
}

fn bounds(lengths: &[u32]) -> Vec<usize> {
    let mut bounds = starts(lengths);
    bounds.push(lengths.iter().map(|&length| length as usize).sum());
    bounds
}

fn run_table<P: Copy + PartialEq>(cells: &Image<P>) -> Vec<u32> {
    let mut rights = vec![1_u32; cells.pixels().len()];
    for (row, rights) in cells
        .rows()
        .zip(rights.chunks_exact_mut(cells.width().max(1)))
    {
        let mut run = 0;
        let mut colour = row.last();
        for (pixel, right) in row.iter().zip(rights).rev() {
            run = if Some(pixel) == colour { run + 1 } else { 1 };
            colour = Some(pixel);
            *right = run;
        }
    }
    rights
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cover::greedy_cover;
    use proptest::prelude::*;

    fn images(colours: u8, repeat: usize) -> impl Strategy<Value = Image<u8>> {
        (1..12_usize, 1..12_usize).prop_flat_map(move |(height, width)| {
            prop::collection::vec(0..colours, height * width).prop_map(move |cells| {
                let cell = |(row, column)| cells[row / repeat * width + column / repeat];
                let mut image = Image::filled(height * repeat, width * repeat, 0).unwrap();
                for at in image.positions() {
                    image[at] = cell(at);
                }
                image
            })
        })
    }

    proptest! {
        #[test]
        fn the_rectangles_are_those_of_the_definition(image in images(2, 1)) {
            prop_assert_eq!(cover(&image), greedy_cover(&image));
        }

        #[test]
        fn so_they_are_with_more_colours(image in images(4, 1)) {
            prop_assert_eq!(cover(&image), greedy_cover(&image));
        }

        #[test]
        fn so_they_are_when_rows_and_columns_repeat(image in images(3, 3)) {
            prop_assert_eq!(cover(&image), greedy_cover(&image));
        }
    }

    #[test]
    fn an_image_without_pixels_needs_no_rectangle() {
        let rows = |height, width| Image::<u8>::from_pixels(height, width, vec![]).unwrap();
        for image in [rows(0, 0), rows(3, 0), rows(0, 3)] {
            assert_eq!(cover(&image), greedy_cover(&image));
        }
    }
}
