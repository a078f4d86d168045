//! The greedy cover in linear time: the same rectangles as [`greedy_cover`], in at most one step a
//! pixel.
//!
//! Rectangles are placed in row-major order, so one that reaches below the current row also covers
//! that row. The covered part below is therefore a skyline, and only the first row of a candidate
//! rectangle must be tested against it. The area of a candidate is at least the number of rows
//! tested, so all tests together take at most one step a pixel. A rectangle never ends between two
//! equal rows, so the search runs over distinct rows with weights. Colour changes are bits, 64
//! pixels to a word.
//!
//! [`greedy_cover`]: crate::cover::greedy_cover

use crate::bits::{BLOCK, BitRows, difference_mask};
use crate::cover::{Cover, Rect};
use crate::image::Image;

/// The same cover as [`greedy_cover`](crate::cover::greedy_cover), in linear time.
#[doc(alias = "compression_rectangle")]
pub fn cover<P: Copy + PartialEq>(image: &Image<P>) -> Cover<P> {
    let mut rects = Vec::new();
    for_each_rect(image, |rect| rects.push(rect));
    Cover {
        height: image.height(),
        width: image.width(),
        rects,
    }
}

/// Calls `each` with every rectangle of [`cover`] in its order, without storing them: the
/// rectangles of noise take more memory than its pixels.
pub fn for_each_rect<P: Copy + PartialEq>(image: &Image<P>, mut each: impl FnMut(Rect<P>)) {
    if image.pixels().is_empty() {
        return;
    }
    let mut search = Search::new(image);
    let mut row = 0;
    while row < search.groups() {
        row = search.cover_row(row, &mut each);
    }
}

/// The rectangles that cover pixels of the current row, by the column where they begin.
#[derive(Clone, Debug)]
pub(crate) struct Skyline {
    /// For the first column of a rectangle, the first row below it.
    until: Vec<u32>,
    /// For the first column of a rectangle, its width.
    span: Vec<u32>,
    /// The columns where a rectangle begins; bits of rectangles that have ended are cleared lazily.
    begins: BitRows,
}

impl Skyline {
    /// Makes an empty skyline of `width` columns.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            until: vec![0; width],
            span: vec![0; width],
            begins: BitRows::blank(width),
        }
    }

    /// The rectangle that begins at `column` and covers `row`: the first row below it, and its
    /// width.
    pub(crate) fn at(&self, row: usize, column: usize) -> Option<(usize, usize)> {
        let until = self.until[column] as usize;
        (until > row).then(|| (until, self.span[column] as usize))
    }

    /// The first covered column after the free column `column`, or `limit` if there is none before
    /// it.
    pub(crate) fn gap_end(&mut self, row: usize, column: usize, limit: usize) -> usize {
        let mut from = column + 1;
        loop {
            let next = self.begins.next(0, from, limit);
            if next >= limit || self.until[next] as usize > row {
                return next;
            }
            self.begins.clear(next);
            from = next + 1;
        }
    }

    /// Covers `width` columns from `column` on, up to but excluding row `until`.
    pub(crate) fn lay(&mut self, column: usize, width: usize, until: usize) {
        self.until[column] = until as u32;
        self.span[column] = width as u32;
        self.begins.set(column);
    }
}

struct Search<'a, P> {
    image: &'a Image<P>,
    /// First row of each group of equal rows, then the height of the image.
    tops: Vec<usize>,
    /// For each group, the columns whose pixel differs from the one to the left.
    changes: BitRows,
    /// For each group, the columns whose pixel differs from the one above.
    edges: BitRows,
    skyline: Skyline,
}

impl<'a, P: Copy + PartialEq> Search<'a, P> {
    fn new(image: &'a Image<P>) -> Self {
        let width = image.width();
        let (mut changes, mut edges) = (BitRows::new(width), BitRows::new(width));
        let mut tops = Vec::new();
        for (top, row) in image.rows().enumerate() {
            let above = if top == 0 { row } else { image.row(top - 1) };
            if top == 0 || row != above {
                tops.push(top);
                changes.push_row(change_words(row));
                edges.push_row(edge_words(above, row));
            }
        }
        tops.push(image.height());
        Self {
            image,
            tops,
            changes,
            edges,
            skyline: Skyline::new(width),
        }
    }

    /// Covers the free pixels of a row and returns the next row that has a free pixel.
    fn cover_row(&mut self, row: usize, each: &mut impl FnMut(Rect<P>)) -> usize {
        let mut next = self.groups();
        let mut column = 0;
        while column < self.image.width() {
            let (until, span) = match self.skyline.at(row, column) {
                Some(covered) => covered,
                None => self.lay_largest(row, column, each),
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
        each: &mut impl FnMut(Rect<P>),
    ) -> (usize, usize) {
        let (until, width) = self.largest(row, column);
        let top = self.tops[row];
        let colour = self.image.row(top)[column];
        each(Rect {
            position: (top, column),
            colour,
            height: self.tops[until] - top,
            width,
        });
        self.skyline.lay(column, width, until);
        (until, width)
    }

    /// The first row below the largest rectangle at a free pixel, and its width.
    fn largest(&mut self, row: usize, column: usize) -> (usize, usize) {
        let run_end = self.changes.next(row, column + 1, self.image.width());
        let mut end = self.skyline.gap_end(row, column, run_end);
        let top = self.tops[row];
        let depth = self.image.height() - top;
        let (mut best, mut best_area) = ((row, 0), 0);
        for below in row..self.groups() {
            if below > row {
                if self.edges.get(below, column) {
                    break;
                }
                end = self.changes.next(below, column + 1, end);
            }
            let width = end - column;
            let area = width * (self.tops[below + 1] - top);
            if area > best_area {
                (best, best_area) = ((below + 1, width), area);
            }
            if width * depth <= best_area {
                break;
            }
        }
        best
    }

    fn groups(&self) -> usize {
        self.tops.len() - 1
    }
}

/// Bit words of the columns whose pixel differs from the one to the left.
fn change_words<P: Copy + PartialEq>(row: &[P]) -> impl Iterator<Item = u64> {
    row.chunks(BLOCK).enumerate().map(|(number, block)| {
        let before = if number == 0 {
            block[0]
        } else {
            row[number * BLOCK - 1]
        };
        let inner = difference_mask(&block[1..], &block[..block.len() - 1]);
        inner << 1 | u64::from(block[0] != before)
    })
}

/// Bit words of the columns whose pixel differs from the one above.
fn edge_words<P: Copy + PartialEq>(above: &[P], row: &[P]) -> impl Iterator<Item = u64> {
    above
        .chunks(BLOCK)
        .zip(row.chunks(BLOCK))
        .map(|(above, block)| difference_mask(above, block))
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
        fn the_linear_cover_is_the_greedy_cover_of_two_colours(image in images(2, 1)) {
            prop_assert_eq!(cover(&image), greedy_cover(&image));
        }

        #[test]
        fn the_linear_cover_is_the_greedy_cover_of_four_colours(image in images(4, 1)) {
            prop_assert_eq!(cover(&image), greedy_cover(&image));
        }

        #[test]
        fn the_linear_cover_is_the_greedy_cover_with_repeated_rows_and_columns(image in images(3, 3)) {
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
