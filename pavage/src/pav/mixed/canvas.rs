//! All cells coded so far, with margins, so that every cell has neighbours.

/// Number of margin cells on each side of a row.
pub(super) const MARGIN: usize = 6;
/// Number of margin rows above the first row.
const ABOVE: usize = 6;

#[derive(Debug)]
pub(super) struct CellCanvas {
    pub(super) width: usize,
    pub(super) stride: usize,
    pub(super) cells: Vec<u32>,
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

impl CellCanvas {
    pub(super) fn new(height: usize, width: usize) -> Self {
        let stride = width + 2 * MARGIN;
        Self {
            width,
            stride,
            cells: vec![0; (height + ABOVE) * stride],
            start: (ABOVE - 1) * stride + MARGIN,
        }
    }

    /// Starts the next row and returns the index of its first cell; the left margin repeats the
    /// first cell above.
    pub(super) fn open_row(&mut self) -> usize {
        let above = self.cells[self.start];
        self.start += self.stride;
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

    #[inline]
    pub(super) fn around(&self, at: usize) -> CellNeighbours {
        let cells = &self.cells;
        let (n, nn) = (at - self.stride, at - 2 * self.stride);
        CellNeighbours {
            w: cells[at - 1],
            ww: cells[at - 2],
            www: cells[at - 3],
            n: cells[n],
            nw: cells[n - 1],
            nww: cells[n - 2],
            ne: cells[n + 1],
            nee: cells[n + 2],
            neee: cells[n + 3],
            nn: cells[nn],
            nnw: cells[nn - 1],
            nne: cells[nn + 1],
            nnww: cells[nn - 2],
            nnee: cells[nn + 2],
            nnn: cells[nn - self.stride],
        }
    }

    /// Whether the nearest six neighbours of a cell have one colour.
    #[inline]
    pub(super) fn is_flat(&self, at: usize) -> bool {
        let above = at - self.stride;
        let colour = self.cells[at - 1];
        self.cells[at - 2] == colour
            && self.cells[above - 1..=above + 2]
                .iter()
                .all(|&cell| cell == colour)
    }

    /// Length of the flat run that starts at a cell, at most `limit`: the cells that stay flat
    /// while the colour continues.
    pub(super) fn flat_run(&self, at: usize, limit: usize) -> usize {
        let colour = self.cells[at - 1];
        let ahead = &self.cells[at - self.stride + 2..][..limit];
        ahead
            .iter()
            .position(|&cell| cell != colour)
            .unwrap_or(limit)
    }
}
