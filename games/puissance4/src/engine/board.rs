//! The packed board (bitboard): 49 bits, seven for each column, the seventh a guard bit that keeps
//! alignments from wrapping into the next column.
//!
//! Bit `7 × column + line` (both from 0) is a cell. Alignments are found by shifting by 1 (up), 7
//! (right), 6 and 8 (the diagonals).

use crate::grid::{COLUMNS, Column, LINES, Line};

/// The bottom cells of all columns.
pub(crate) const BOTTOM: u64 = 0x0000_0408_1020_4081;
pub(crate) const BOARD: u64 = BOTTOM * 0x3f;
/// The cells of lines 1, 3 and 5.
pub(crate) const ODD_LINES: u64 = BOTTOM * 0b01_0101;
/// The cells of lines 2, 4 and 6.
pub(crate) const EVEN_LINES: u64 = BOTTOM * 0b10_1010;
/// Number of bits of a column with its guard bit.
const COLUMN_BITS: u32 = LINES as u32 + 1;
pub(crate) const CELLS: u32 = LINES as u32 * COLUMNS as u32;

/// The cells of the column with this index, 0 to 6.
pub(crate) const fn column_cells(index: u32) -> u64 {
    0x3f << (COLUMN_BITS * index)
}

/// The index, 0 to 6, of the column of a cell.
pub(crate) const fn column_of(cell: u64) -> u32 {
    cell.trailing_zeros() / COLUMN_BITS
}

/// Returns whether four of these discs are in a row.
#[inline]
pub(crate) const fn has_four(discs: u64) -> bool {
    const fn along(discs: u64, step: u32) -> u64 {
        let pairs = discs & (discs >> step);
        pairs & (pairs >> (2 * step))
    }
    along(discs, 1) | along(discs, 7) | along(discs, 6) | along(discs, 8) != 0
}

/// The empty cells that would complete four in a row of `discs`, playable now or later.
#[inline]
pub(crate) const fn winning_cells(discs: u64, all: u64) -> u64 {
    const fn along(discs: u64, step: u32) -> u64 {
        let after = (discs << step) & (discs << (2 * step));
        let before = (discs >> step) & (discs >> (2 * step));
        (after & ((discs << (3 * step)) | (discs >> step)))
            | (before & ((discs >> (3 * step)) | (discs << step)))
    }
    let vertical = (discs << 1) & (discs << 2) & (discs << 3);
    (vertical | along(discs, 7) | along(discs, 6) | along(discs, 8)) & BOARD & !all
}

/// The cells in which the next disc can land.
#[inline]
pub(crate) const fn landings(all: u64) -> u64 {
    (all + BOTTOM) & BOARD
}

/// A position as the side to move sees it, without the order of moves.
///
/// ```
/// use puissance4::{Board, Column};
/// let board = Board::EMPTY.after(Column::new(4).unwrap()).unwrap();
/// assert_eq!(board.discs(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Discs of the side to move.
    own: u64,
    /// Discs of both sides.
    all: u64,
}

impl Board {
    /// The board without discs.
    pub const EMPTY: Self = Self { own: 0, all: 0 };

    /// The bit of a cell.
    pub(crate) const fn cell(column: Column, line: Line) -> u64 {
        1 << (COLUMN_BITS * (column.number() as u32 - 1) + line.number() as u32 - 1)
    }

    /// A board from the discs of each side, which the caller guarantees not to hang in the air.
    pub(crate) const fn from_discs(own: u64, other: u64) -> Self {
        Self {
            own,
            all: own | other,
        }
    }

    pub(crate) const fn own(self) -> u64 {
        self.own
    }

    /// Discs of the side that has just moved.
    pub(crate) const fn other(self) -> u64 {
        self.own ^ self.all
    }

    pub(crate) const fn all(self) -> u64 {
        self.all
    }

    /// Number of discs on the board.
    pub const fn discs(self) -> u32 {
        self.all.count_ones()
    }

    /// Returns whether the side that has just moved has four in a row.
    pub const fn is_lost(self) -> bool {
        has_four(self.other())
    }

    /// Returns whether every cell holds a disc.
    pub const fn is_full(self) -> bool {
        self.all == BOARD
    }

    /// The board after the side to move drops a disc; `None` when the column is full.
    pub const fn after(self, column: Column) -> Option<Self> {
        let cell = landings(self.all) & column_cells(column.number() as u32 - 1);
        if cell == 0 {
            None
        } else {
            Some(self.with(cell))
        }
    }

    /// The board after the side to move puts a disc in an empty cell.
    pub(crate) const fn with(self, cell: u64) -> Self {
        Self {
            own: self.other(),
            all: self.all | cell,
        }
    }

    /// Returns whether dropping a disc into `column` completes four in a row.
    pub const fn wins_at(self, column: Column) -> bool {
        let cells = landings(self.all) & column_cells(column.number() as u32 - 1);
        cells & winning_cells(self.own, self.all) != 0
    }

    /// Returns whether the side to move completes four with its next disc.
    pub(crate) const fn can_win_at_once(self) -> bool {
        winning_cells(self.own, self.all) & landings(self.all) != 0
    }

    /// The mirror image of the board.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self {
            own: mirror(self.own),
            all: mirror(self.all),
        }
    }

    /// A unique number of the position in 49 bits: the discs of the side to move, and a 1 above the
    /// top disc of each column.
    pub(crate) const fn key(self) -> u64 {
        self.own + self.all + BOTTOM
    }

    /// The smaller of the keys of the position and of its mirror image, which have the same score.
    pub(crate) const fn symmetric_key(self) -> u64 {
        let key = self.key();
        let mirrored = mirror(key);
        if key < mirrored { key } else { mirrored }
    }
}

/// Reverses the order of the columns.
#[inline]
const fn mirror(bits: u64) -> u64 {
    const COLUMN: u64 = 0x7f;
    ((bits & COLUMN) << 42)
        | ((bits & (COLUMN << 7)) << 28)
        | ((bits & (COLUMN << 14)) << 14)
        | (bits & (COLUMN << 21))
        | ((bits >> 14) & (COLUMN << 14))
        | ((bits >> 28) & (COLUMN << 7))
        | ((bits >> 42) & COLUMN)
}

#[cfg(test)]
mod tests {
    use table::{Chance, Seeded};

    use super::*;
    use crate::grid::{ALIGNED, Colour, Grid};

    /// Plays a random game on the grid and on the packed board and compares them after every disc.
    fn check_random_game(luck: &mut dyn Chance) {
        let (mut grid, mut board, mut colour) = (Grid::empty(), Board::EMPTY, Colour::Red);
        while let Some(column) = grid.random_advice(luck) {
            for column in Column::all() {
                assert_eq!(board.after(column).is_some(), grid.is_playable(column));
                let mut after = grid;
                let line = after.drop_disc(column, colour);
                let wins = line.is_some_and(|line| after.aligned(column, line) >= ALIGNED);
                assert_eq!(board.wins_at(column), wins, "{grid}{column:?}");
            }
            let line = grid.drop_disc(column, colour).unwrap();
            board = board.after(column).unwrap();
            assert_eq!(board.is_lost(), grid.aligned(column, line) >= ALIGNED);
            assert_eq!(board.mirrored().mirrored(), board);
            assert_eq!(board.mirrored().is_lost(), board.is_lost());
            if board.is_lost() {
                return;
            }
            colour = colour.other();
        }
        assert!(board.is_full());
    }

    #[test]
    fn the_packed_board_equals_the_grid_in_random_games() {
        let mut luck = Seeded::new(4);
        for _ in 0..200 {
            check_random_game(&mut luck);
        }
    }

    #[test]
    fn a_position_and_its_mirror_image_share_a_key() {
        let play = |columns: &str| {
            columns.bytes().fold(Board::EMPTY, |board, digit| {
                board.after(Column::new(digit - b'0').unwrap()).unwrap()
            })
        };
        assert_eq!(play("1123").symmetric_key(), play("7765").symmetric_key());
        assert_ne!(play("1123").symmetric_key(), play("1132").symmetric_key());
    }
}
