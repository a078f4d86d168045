//! Where the boards of one number of seeds stand in their file.
//!
//! Boards with the same opponent's half make a row, in the order of the mover's half; a row is cut
//! into blocks. The mover always has a seed: without one the game is over.

use awale::{Packed, halves_below, halves_with, rank};

/// Boards in a block, fewer at the end of a row.
pub(crate) const BLOCK: usize = 32;

/// The blocks of the boards with exactly so many seeds.
#[derive(Debug)]
pub(crate) struct Layout {
    seeds: u8,
    /// By the seeds of the opponent's half: the number of its first block.
    bases: Vec<usize>,
}

/// Blocks in a row of the mover's halves with so many seeds.
fn blocks_in_row(own: u8) -> usize {
    halves_with(own).div_ceil(BLOCK)
}

impl Layout {
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

    /// The block of a board with this many seeds, of which the mover has `own`, at least one, and
    /// its place in the block.
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
    use awale::unrank;

    use super::*;

    #[test]
    fn blocks_hold_every_board_once() {
        let layout = Layout::new(6);
        let mut boards = vec![0; layout.blocks()];
        for other in 0..6 {
            let own = 6 - other;
            for row in halves_below(other)..halves_below(other + 1) {
                for place in halves_below(own)..halves_below(own + 1) {
                    let board = Packed {
                        own: unrank(place),
                        other: unrank(row),
                    };
                    let (block, slot) = layout.locate(board, own);
                    assert_eq!(boards[block], slot, "in order, without gaps");
                    boards[block] += 1;
                }
            }
        }
        // C(17, 11) boards of 6 seeds, less the C(11, 5) where the mover has none.
        assert_eq!(boards.iter().sum::<usize>(), 12_376 - 462);
    }
}
