//! Move ordering: cells near the middle first, moves that make more winning cells or leave fewer
//! answers, and early in the game those that keep rows open.

use crate::engine::board::{BOARD, EVEN_LINES, ODD_LINES, landings};

use super::node::Node;
use super::weights::{CELL_WEIGHTS, MoveWeights, WEIGHTS};

/// Fixed move ordering for small nodes: indices of the columns from the middle outwards.
pub(super) const FROM_THE_MIDDLE: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Below this number of discs the rows through a cell count too: such nodes are few, and a wrong
/// first move costs much there.
const EARLY: u32 = 16;

/// [`CELL_WEIGHTS`] by the bit of the cell in the board; index 64 stands for no cell.
static CELLS: [[i32; 65]; 8] = {
    let mut by_bit = [[0; 65]; 8];
    let mut index = 0;
    while index < 8 * 42 {
        let (entry, column, line) = (index / 42, index / 6 % 7, index % 6);
        let from_the_edge = if column < 4 { column } else { 6 - column };
        by_bit[entry][7 * column + line] = CELL_WEIGHTS[entry][from_the_edge][line];
        index += 1;
    }
    by_bit
};

/// Most rows of four through one cell.
const MOST_ROWS: usize = 13;

/// The rows of four through each cell, by its bit in the board; unused entries are 0.
static ROWS: [[u64; MOST_ROWS]; 49] = {
    let mut rows = [[0; MOST_ROWS]; 49];
    let mut counts = [0; 49];
    let mut index = 0;
    while index < 4 * 49 {
        let (step, first) = ([1, 6, 7, 8][index / 49], index % 49);
        let row = (1 | 1 << step | 1 << (2 * step) | 1 << (3 * step)) << first;
        let mut cell = first;
        while row & BOARD == row && first + 3 * step < 49 && cell <= first + 3 * step {
            rows[cell][counts[cell]] = row;
            counts[cell] += 1;
            cell += step;
        }
        index += 1;
    }
    rows
};

/// The weights that apply to all moves of a position.
#[derive(Debug)]
pub(super) struct OrderingContext {
    weights: &'static MoveWeights,
    cells: &'static [i32; 65],
    /// Cells of the lines on which the side to move gets the last cells: odd for the first player.
    own_lines: u64,
    /// Whether the rows through a cell count.
    early: bool,
}

impl OrderingContext {
    /// Selects the weights for a position and a null window at `alpha`.
    #[inline]
    pub(super) fn new(node: &Node, alpha: i32) -> Self {
        let early = node.discs < EARLY;
        let player = (node.discs % 2) as usize;
        let entry = 4 * usize::from(!early) + 2 * player + usize::from(alpha < 0);
        Self {
            weights: &WEIGHTS[entry],
            cells: &CELLS[entry],
            own_lines: [ODD_LINES, EVEN_LINES][player],
            early,
        }
    }

    /// The weight of a move without that of its cell; `all` and `wins` are the discs and the side's
    /// winning cells after the move.
    #[inline]
    pub(super) const fn weight(&self, node: &Node, cell: u64, all: u64, wins: u64) -> i64 {
        let answers = landings(all);
        let mut weight = times(wins & self.own_lines, self.weights.own_line)
            + times(wins & !self.own_lines, self.weights.other_line)
            + times(answers & !(wins >> 1), self.weights.answer);
        if wins & answers != 0 {
            weight += self.weights.forcing as i64;
        }
        if node.own_wins & (cell << 1) != 0 {
            weight += self.weights.wasting as i64;
        }
        weight
    }

    #[inline]
    pub(super) const fn cell(&self, cell: u64) -> i64 {
        self.cells[cell.trailing_zeros() as usize] as i64
    }

    #[inline]
    pub(super) const fn is_early(&self) -> bool {
        self.early
    }

    /// The weight of the rows of four through a cell; 0 for no cell.
    pub(super) fn rows(&self, node: &Node, cell: u64) -> i64 {
        let weights = &self.weights.rows;
        let row_weight = |&row: &u64| {
            let own = (row & node.own).count_ones() as usize;
            let other = (row & node.other).count_ones() as usize;
            let empty = row & !node.all() & !cell;
            match (own, other) {
                (0, 0) => weights.open[0].into(),
                (_, 0) => {
                    i64::from(weights.open[own]) + times(empty & self.own_lines, weights.own_line)
                }
                (0, 2) => {
                    let lines = empty & !self.own_lines;
                    i64::from(weights.blocked[1]) + times(lines, weights.other_line)
                }
                (0, _) => weights.blocked[0].into(),
                _ => 0,
            }
        };
        let rows = ROWS.get(cell.trailing_zeros() as usize).into_iter();
        let rows = rows.flatten().take_while(|&&row| row != 0);
        rows.map(row_weight).sum()
    }
}

#[inline]
const fn times(cells: u64, weight: i32) -> i64 {
    cells.count_ones().cast_signed() as i64 * weight as i64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::engine::board::has_four;

    #[test]
    fn each_of_the_69_rows_of_four_is_listed_for_its_four_cells() {
        let mut cells_of: BTreeMap<u64, u64> = BTreeMap::new();
        for (bit, rows) in ROWS.iter().enumerate() {
            for &row in rows.iter().filter(|&&row| row != 0) {
                *cells_of.entry(row).or_default() |= 1 << bit;
            }
        }
        assert_eq!(cells_of.len(), 69);
        for (row, cells) in cells_of {
            assert_eq!(row, cells);
            assert!(has_four(row) && row & BOARD == row, "{row:#x}");
        }
    }
}
