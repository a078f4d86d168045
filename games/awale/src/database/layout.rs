//! The order of the boards in the file of one number of seeds.
//!
//! Boards with the same half board of the opponent make a row, sorted by the rank of the mover's
//! half; a row is cut into blocks. The mover always has a seed: without one the game is over.

use crate::engine::packed::Packed;
use crate::engine::rank::{halves_below, halves_with, rank};

/// Boards in a block; the last block of a row may have fewer.
pub(crate) const BLOCK: usize = 32;

/// Maps each board of one number of seeds to its block.
#[derive(Debug)]
pub(crate) struct BlockLayout {
    seeds: u8,
    /// Number of the first block whose opponent's half has this many seeds (the index).
    bases: Vec<usize>,
}

/// Blocks in a row whose mover's half has `own` seeds.
fn blocks_in_row(own: u8) -> usize {
    halves_with(own).div_ceil(BLOCK)
}

impl BlockLayout {
    pub(crate) fn new(seeds: u8) -> Self {
        let mut bases = vec![0];
        for other in 0..seeds {
            let blocks = halves_with(other) * blocks_in_row(seeds - other);
            bases.push(bases[usize::from(other)] + blocks);
        }
        Self { seeds, bases }
    }

    pub(crate) fn blocks(&self) -> usize {
        self.bases[usize::from(self.seeds)]
    }

    /// The number of the block of a board, and the board's index in that block. The mover has `own`
    /// of the seeds, at least one.
    #[inline]
    pub(crate) fn locate(&self, board: Packed, own: u8) -> (usize, usize) {
        let other = self.seeds - own;
        let row = rank(board.other) - halves_below(other);
        let place = rank(board.own) - halves_below(own);
        let first = self.bases[usize::from(other)] + row * blocks_in_row(own);
        (first + place / BLOCK, place % BLOCK)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::rank::unrank;

    #[test]
    fn blocks_hold_every_board_once() {
        let layout = BlockLayout::new(6);
        let mut boards = vec![0; layout.blocks()];
        for other in 0..6 {
            let own = 6 - other;
            for row in halves_below(other)..halves_below(other + 1) {
                for place in halves_below(own)..halves_below(own + 1) {
                    let board = Packed {
                        own: unrank(place),
                        other: unrank(row),
                    };
                    let (block, index) = layout.locate(board, own);
                    assert_eq!(boards[block], index, "in order, without gaps");
                    boards[block] += 1;
                }
            }
        }
        // C(17, 11) boards of 6 seeds, minus the C(11, 5) where the mover has none.
        assert_eq!(boards.iter().sum::<usize>(), 12_376 - 462);
    }
}
