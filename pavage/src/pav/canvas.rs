//! The cells coded so far, with margins, so that every cell has neighbours.

use super::coder::RangeCoder;
use super::model::AdaptiveNumber;
use super::{Damage, damage};

/// Number of margin cells on each side of a row.
pub(super) const MARGIN: usize = 6;
/// Number of rows above the current one that can be read.
const ABOVE: usize = 6;

#[derive(Debug)]
pub(super) struct CellCanvas {
    width: usize,
    pub(super) stride: usize,
    pub(super) cells: Vec<u32>,
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

    /// Ten more such bits, of neighbours further away.
    #[inline]
    pub(super) fn more_alike(&self) -> u32 {
        bits(&[
            self.ww == self.www,
            self.ww == self.nww,
            self.nee == self.neee,
            self.nn == self.nnn,
            self.nne == self.ne,
            self.nnw == self.nw,
            self.nnee == self.nne,
            self.nnww == self.nnw,
            self.nee == self.w,
            self.nnn == self.w,
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

impl CellCanvas {
    /// Makes a canvas with space for `rows` rows: after that many, the oldest ones are dropped.
    pub(super) fn new(rows: usize, width: usize) -> Self {
        let stride = width + 2 * MARGIN;
        Self {
            width,
            stride,
            cells: vec![0; (rows + ABOVE) * stride],
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

    /// Fills the right margin with the last cell of the row.
    pub(super) fn close_row(&mut self) {
        let end = self.start + self.width;
        let last = self.cells[end - 1];
        self.cells[end..end + MARGIN].fill(last);
    }

    pub(super) fn last_row(&self) -> &[u32] {
        &self.cells[self.start..][..self.width]
    }

    /// Replaces `runs` by the runs of the last row.
    pub(super) fn last_runs(&self, runs: &mut Vec<CellRun>) {
        runs.clear();
        let mut end = 0;
        runs.extend(self.last_row().chunk_by(PartialEq::eq).map(|run| {
            end += run.len() as u32;
            CellRun { cell: run[0], end }
        }));
    }

    pub(super) fn row_above(&self) -> &[u32] {
        &self.cells[self.start - self.stride..][..self.width]
    }

    #[inline]
    pub(super) fn around(&self, at: usize) -> CellNeighbours {
        let cell = |at: usize| self.cells[at];
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

    /// Twelve bits, set if the cell so many columns to the right equals its left neighbour: in the row
    /// of the cell, then in the first, second and third row above.
    #[inline]
    pub(super) fn far_alike(&self, at: usize) -> u32 {
        let same = |row: usize, right: isize| {
            let at = (at - row * self.stride).wrapping_add_signed(right);
            self.cells[at] == self.cells[at - 1]
        };
        bits(&[
            same(0, -4),
            same(0, -3),
            same(1, -3),
            same(1, -2),
            same(1, 4),
            same(1, 5),
            same(2, -2),
            same(2, 3),
            same(3, -1),
            same(3, 0),
            same(3, 1),
            same(3, 2),
        ])
    }

    /// The index of the cell in a column of the current row and its colour, if a run of the regions
    /// mode starts there: W, N and NE have one colour.
    #[inline]
    pub(super) fn plain_run(&self, column: usize) -> Option<(usize, u32)> {
        let at = self.start + column;
        let (above, colour) = (at - self.stride, self.cells[at - 1]);
        let is_plain = self.cells[above] == colour && self.cells[above + 1] == colour;
        is_plain.then_some((at, colour))
    }

    /// The run of the blended mode that starts in a column of the current row, if W, WW, NW, N, NE
    /// and NEE have one colour: it continues as long as NEE has it.
    #[inline]
    pub(super) fn flat_run(&self, column: usize) -> Option<FlatRun> {
        let at = self.start + column;
        let above = at - self.stride;
        let colour = self.cells[at - 1];
        let is_flat = self.cells[at - 2] == colour
            && self.cells[above - 1..=above + 2]
                .iter()
                .all(|&cell| cell == colour);
        is_flat.then(|| FlatRun {
            at,
            colour,
            length: equal_cells(&self.cells[above + 2..][..self.width - column], colour),
        })
    }
}

/// Equal neighbouring cells of a row: their value, and the column after the last one.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellRun {
    pub(super) cell: u32,
    pub(super) end: u32,
}

/// The number of equal cells at the start, counted eight at a time.
#[inline]
pub(super) fn equal_cells<P: Copy + PartialEq>(cells: &[P], cell: P) -> usize {
    let differ = |others: u8, &next: &P| others | u8::from(next != cell);
    let same = |eight: &&[P; 8]| eight.iter().fold(0, differ) == 0;
    let whole = 8 * cells.as_chunks().0.iter().take_while(same).count();
    let rest = cells[whole..].iter().take_while(|&&next| next == cell);
    whole + rest.count()
}

/// Cells whose neighbours all have one colour as long as that colour continues, coded as one decision
/// if it does.
pub(super) struct FlatRun {
    /// Index of the first cell.
    pub(super) at: usize,
    pub(super) colour: u32,
    pub(super) length: usize,
}

/// Makes the models of the lengths of broken flat runs, one for each size class.
pub(super) fn break_models() -> Vec<AdaptiveNumber> {
    vec![AdaptiveNumber::new(); 32]
}

impl FlatRun {
    /// Size class of the run: the logarithm of its length.
    pub(super) fn size(&self) -> u32 {
        self.length.ilog2()
    }

    /// Codes how many cells of the run keep its colour; if not all do, the next cell has another
    /// colour. `code_whole` codes whether all do.
    pub(super) fn code<K: RangeCoder>(
        &self,
        coder: &mut K,
        cells: &mut [u32],
        breaks: &mut [AdaptiveNumber],
        wanted: &[u32],
        code_whole: impl FnOnce(&mut K, bool) -> bool,
    ) -> Result<usize, Damage> {
        let kept = equal_cells(&wanted[..self.length], self.colour);
        let kept = if code_whole(coder, kept == self.length) {
            self.length
        } else {
            let kept = breaks[self.size() as usize].code(coder, kept as u64);
            if kept >= self.length as u64 {
                return Err(damage("a flat run is longer than possible in its row"));
            }
            kept as usize
        };
        cells[self.at..self.at + kept].fill(self.colour);
        Ok(kept)
    }
}
