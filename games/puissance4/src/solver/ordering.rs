//! Which move to try first: cells near the middle, and moves that leave more winning cells.
//!
//! The weights were found by hill climbing on the nodes that some ninety positions took; see
//! `docs/puissance4.md`.

use crate::board::{EVEN_LINES, ODD_LINES, landings};

use super::node::Node;

/// The columns, from 0, for nodes too small to weigh their moves.
pub(super) const FROM_THE_MIDDLE: [u32; 7] = [3, 2, 4, 1, 5, 0, 6];

/// Weight of a cell for the first and the second player, by column from the edge to the middle,
/// then line.
const CELL: [[[i32; 6]; 4]; 2] = [
    [
        [0, 0, 0, 32, 16, 0],
        [-12, 20, 36, 36, 20, 4],
        [44, 60, 76, 60, 44, 44],
        [60, 76, 92, 92, 76, 60],
    ],
    [
        [-44, -32, -12, 32, -16, 24],
        [4, 16, 4, 48, 0, 72],
        [20, 48, 52, 64, 48, 56],
        [48, 76, 80, 92, 76, 84],
    ],
];

/// [`CELL`] by bit of the board.
const BY_BIT: [[i32; 49]; 2] = {
    let mut by_bit = [[0; 49]; 2];
    let mut index = 0;
    while index < 2 * 7 * 6 {
        let (side, column, line) = (index / 42, index / 6 % 7, index % 6);
        let from_edge = if column < 4 { column } else { 6 - column };
        by_bit[side][7 * column + line] = CELL[side][from_edge][line];
        index += 1;
    }
    by_bit
};

/// What weighs, for one player who attacks (must prove a win) or defends.
#[derive(Debug)]
struct Weights {
    /// A winning cell on the lines that end up one's own: odd for the first player.
    own_line: u32,
    /// A winning cell on the other lines.
    other_line: u32,
    /// The move must be answered at once.
    forcing: i64,
    /// The move gives up a winning cell just above.
    wasting: i64,
}

const fn weights(own_line: u32, other_line: u32, forcing: i64, wasting: i64) -> Weights {
    Weights {
        own_line,
        other_line,
        forcing,
        wasting,
    }
}

/// By player, then attacking and defending.
const WEIGHTS: [[Weights; 2]; 2] = [
    [weights(128, 256, -96, -448), weights(288, 256, 64, -64)],
    [weights(256, 160, -128, -64), weights(288, 256, 0, 0)],
];

/// Everything about a position that its moves' weights share.
#[derive(Debug)]
pub(super) struct Context {
    cells: &'static [i32; 49],
    weights: &'static Weights,
    own_lines: u64,
}

impl Context {
    #[inline]
    pub(super) const fn of(node: &Node, alpha: i32) -> Self {
        let player = (node.discs % 2) as usize;
        Self {
            cells: &BY_BIT[player],
            weights: &WEIGHTS[player][(alpha < 0) as usize],
            own_lines: [ODD_LINES, EVEN_LINES][player],
        }
    }

    /// How promising it is to take a cell, as a signed number, but for the cell's own weight; `all`
    /// and `wins` are as they will be.
    #[inline]
    pub(super) const fn weight(&self, node: &Node, cell: u64, all: u64, wins: u64) -> u64 {
        let mut weight = (wins & self.own_lines).count_ones() as u64 * self.weights.own_line as u64
            + (wins & !self.own_lines).count_ones() as u64 * self.weights.other_line as u64;
        if wins & landings(all) != 0 {
            weight = weight.wrapping_add_signed(self.weights.forcing);
        }
        if node.own_wins & (cell << 1) != 0 {
            weight = weight.wrapping_add_signed(self.weights.wasting);
        }
        weight
    }

    /// The weight of a cell in itself.
    #[inline]
    pub(super) const fn cell(&self, cell: u64) -> i64 {
        self.cells[cell.trailing_zeros() as usize] as i64
    }
}
