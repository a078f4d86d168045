//! The cells coded so far, with margins, so that every cell has neighbours.

use super::coder::RangeCoder;
use super::model::AdaptiveNumber;
use super::{Damage, damage};

/// Number of margin cells on each side of a row.
pub(super) const MARGIN: usize = 6;
/// Number of rows above the current one that can be read.
const ABOVE: usize = 6;

#[derive(Debug)]
pub(super) struct CellCanvas<C> {
    width: usize,
    pub(super) stride: usize,
    pub(super) cells: Vec<C>,
    /// For each column, with one margin column on each side, the number of rows since its colour
    /// changed.
    ages: Vec<u16>,
    /// Index of the first cell of the current row.
    start: usize,
}

/// The neighbours of a cell that are already coded, named by compass direction.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellNeighbours {
    pub(super) w: u32,
    pub(super) ww: u32,
    pub(super) www: u32,
    pub(super) n: u32,
    pub(super) nw: u32,
    pub(super) nww: u32,
    pub(super) ne: u32,
    pub(super) nee: u32,
    pub(super) neee: u32,
    pub(super) nn: u32,
    pub(super) nnw: u32,
    pub(super) nne: u32,
    pub(super) nnww: u32,
    pub(super) nnee: u32,
    pub(super) nnn: u32,
}

impl CellNeighbours {
    /// Eleven bits, one for each pair of nearby neighbours, set if the two are equal.
    #[inline]
    pub(super) fn alike(&self) -> u32 {
        bits(&[
            self.w == self.n,
            self.n == self.nw,
            self.n == self.ne,
            self.w == self.ww,
            self.n == self.nn,
            self.ne == self.nee,
            self.nw == self.nww,
            self.w == self.nw,
            self.w == self.ne,
            self.nn == self.nne,
            self.nn == self.nnw,
        ])
    }
}

/// A number whose bits are the given ones, the first on top.
#[inline]
pub(super) fn bits(alike: &[bool]) -> u32 {
    alike
        .iter()
        .fold(0, |bits, &same| bits << 1 | u32::from(same))
}

impl<C: Copy + Default + PartialEq + Into<u32>> CellCanvas<C> {
    /// Makes a canvas with space for `rows` rows: after that many, the oldest ones are dropped.
    pub(super) fn new(rows: usize, width: usize) -> Self {
        let stride = width + 2 * MARGIN;
        Self {
            width,
            stride,
            cells: vec![C::default(); (rows + ABOVE) * stride],
            ages: vec![0; width + 2],
            start: (ABOVE - 1) * stride + MARGIN,
        }
    }

    /// Starts the next row and returns the index of its first cell; the left margin repeats the
    /// first cell above.
    pub(super) fn open_row(&mut self) -> usize {
        let above = self.cells[self.start];
        self.start += self.stride;
        if self.start > self.cells.len() {
            let kept = ABOVE * self.stride;
            let oldest = self.cells.len() - kept;
            self.cells.copy_within(oldest.., 0);
            self.start = kept + MARGIN;
        }
        self.cells[self.start - MARGIN..self.start].fill(above);
        self.start
    }

    /// Fills the right margin with the last cell of the row, and updates the ages of the columns.
    pub(super) fn close_row(&mut self) {
        let end = self.start + self.width;
        let last = self.cells[end - 1];
        self.cells[end..end + MARGIN].fill(last);
        let above = &self.cells[self.start - self.stride..];
        let pairs = above.iter().zip(&self.cells[self.start..end]);
        for (age, (above, here)) in self.ages[1..].iter_mut().zip(pairs) {
            *age = if above == here {
                age.saturating_add(1)
            } else {
                0
            };
        }
    }

    pub(super) fn last_row(&self) -> &[C] {
        &self.cells[self.start..][..self.width]
    }

    /// Numbers of rows since the colour changed in the column to the left, in this column and in
    /// the one to the right.
    #[inline]
    pub(super) fn ages(&self, column: usize) -> [u16; 3] {
        [0, 1, 2].map(|side| self.ages[column + side])
    }

    #[inline]
    pub(super) fn around(&self, at: usize) -> CellNeighbours {
        let cell = |at: usize| self.cells[at].into();
        let (n, nn) = (at - self.stride, at - 2 * self.stride);
        CellNeighbours {
            w: cell(at - 1),
            ww: cell(at - 2),
            www: cell(at - 3),
            n: cell(n),
            nw: cell(n - 1),
            nww: cell(n - 2),
            ne: cell(n + 1),
            nee: cell(n + 2),
            neee: cell(n + 3),
            nn: cell(nn),
            nnw: cell(nn - 1),
            nne: cell(nn + 1),
            nnww: cell(nn - 2),
            nnee: cell(nn + 2),
            nnn: cell(nn - self.stride),
        }
    }

    /// The flat run that starts in a column of the current row, if the nearest six neighbours of
    /// its first cell have one colour.
    #[inline]
    pub(super) fn flat_run(&self, column: usize) -> Option<FlatRun<C>> {
        let at = self.start + column;
        let above = at - self.stride;
        let colour = self.cells[at - 1];
        let is_flat = self.cells[at - 2] == colour
            && self.cells[above - 1..=above + 2]
                .iter()
                .all(|&cell| cell == colour);
        is_flat.then(|| self.flat_run_at(column, colour))
    }

    fn flat_run_at(&self, column: usize, colour: C) -> FlatRun<C> {
        let (at, limit) = (self.start + column, self.width - column);
        let mut ahead = self.cells[at - self.stride + 2..][..limit].iter();
        let length = ahead.position(|&cell| cell != colour).unwrap_or(limit);
        FlatRun {
            at,
            colour,
            length,
            age: u32::from(self.ages[column + 1]),
        }
    }
}

/// A flat run: cells whose neighbours all have one colour as long as that colour continues, coded as
/// one decision if it does.
pub(super) struct FlatRun<C> {
    /// Index of the first cell.
    at: usize,
    pub(super) colour: C,
    pub(super) length: usize,
    /// Rows since the colour changed in the column of the first cell.
    pub(super) age: u32,
}

/// Makes the models of the lengths of broken flat runs, one for each size class.
pub(super) fn break_models() -> Vec<AdaptiveNumber> {
    vec![AdaptiveNumber::new(); 32]
}

impl<C: Copy + PartialEq> FlatRun<C> {
    /// Size class of the run: the logarithm of its length.
    pub(super) fn size(&self) -> u32 {
        self.length.ilog2()
    }

    /// Codes how many cells of the run keep its colour; if not all do, the next cell has another
    /// colour. `code_whole` codes whether all do.
    pub(super) fn code<K: RangeCoder>(
        &self,
        coder: &mut K,
        cells: &mut [C],
        breaks: &mut [AdaptiveNumber],
        wanted: &[C],
        code_whole: impl FnOnce(&mut K, bool) -> bool,
    ) -> Result<usize, Damage> {
        let mut ahead = wanted[..self.length].iter();
        let kept = ahead.position(|&cell| cell != self.colour);
        let kept = if code_whole(coder, kept.is_none()) {
            self.length
        } else {
            let kept = kept.unwrap_or(self.length) as u64;
            let kept = breaks[self.size() as usize].code(coder, kept);
            if kept >= self.length as u64 {
                return Err(damage("a flat run is longer than possible in its row"));
            }
            kept as usize
        };
        cells[self.at..self.at + kept].fill(self.colour);
        Ok(kept)
    }
}
