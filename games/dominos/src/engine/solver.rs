//! The solver for games with all tiles and the order of the boneyard visible: alpha-beta search over
//! win, draw and loss with a transposition table.

use table::Outcome;

use crate::engine::board::Board;
use crate::rules::{Dominos, Ends, Move, Rule};
use crate::tile::Tile;

/// Binary logarithm of the number of entries of the transposition table.
const TABLE_BITS: u32 = 15;

/// Number of tiles in both hands together below which searching is faster than a table lookup.
const SMALL: u8 = 5;

/// Number of low bits of a boneyard number that hold the number of tiles drawn.
const DRAWN_BITS: u32 = 5;

/// Number of boneyards after which the numbers would repeat.
const MOST_YARDS: u32 = 1 << (u32::BITS - DRAWN_BITS);

/// Most moves of a position: every tile of a hand at either end.
const MAX_MOVES: usize = 28;

/// An entry of the transposition table: the bounds of one position's value.
#[derive(Clone, Copy, Default, Debug)]
struct TableEntry {
    key: u64,
    /// Number of the boneyard plus the number of tiles drawn.
    yard: u32,
    low: i8,
    high: i8,
}

/// A perfect-information solver, whose transposition table is valid for any deal.
#[derive(Clone, Debug)]
pub struct Solver {
    table: Vec<TableEntry>,
    /// The boneyard in the order of drawing.
    yard: Vec<Tile>,
    /// Number of the current boneyard, part of the key of every entry; 0 when no tile is drawn.
    yard_number: u32,
    /// Number of boneyards since the table was emptied.
    yards: u32,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            table: vec![TableEntry::default(); 1 << TABLE_BITS],
            yard: Vec::new(),
            yard_number: 0,
            yards: 0,
            nodes: 0,
        }
    }
}

impl Solver {
    /// The outcome of a game under best play when both sides see every tile and the order of
    /// `boneyard`, which is unused under Rule 1; `None` during the deal.
    ///
    /// ```
    /// use dominos::{Dominos, Solver};
    /// use table::{Outcome, Side};
    /// let game: Dominos = "1x2 66,10/60,51 : 66".parse()?;
    /// let outcome = Solver::default().outcome(&game, &[]);
    /// assert_eq!(outcome, Some(Outcome::Win(Side::First)), "0-6 lets 1-0 out");
    /// # Ok::<(), dominos::NotationError>(())
    /// ```
    pub fn outcome(&mut self, game: &Dominos, boneyard: &[Tile]) -> Option<Outcome> {
        if let Some(outcome) = game.outcome() {
            return Some(outcome);
        }
        let mut game = game.clone();
        if game.history().is_empty() {
            let opening = game.rule.opening(game.hands)?;
            game.play(Move::Lay(opening)).ok()?;
            return self.outcome(&game, boneyard);
        }
        let board = Board::from_game(&game)?;
        if game.rule == Rule::Two {
            self.set_yard(boneyard);
        } else {
            self.clear_yard();
        }
        Some(match self.solve(&board) {
            0 => Outcome::Draw,
            1 => Outcome::Win(game.next_side()),
            _ => Outcome::Win(game.next_side().other()),
        })
    }

    /// Number of positions searched so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sets the boneyard of the following searches, in the order of drawing (Rule 2).
    pub(crate) fn set_yard(&mut self, yard: &[Tile]) {
        self.yard.clear();
        self.yard.extend_from_slice(yard);
        self.number_yard();
    }

    /// Removes the boneyard: the following searches draw no tile.
    pub(crate) fn clear_yard(&mut self) {
        self.yard.clear();
        self.yard_number = 0;
    }

    /// Removes the boneyard, and makes the following searches ignore all earlier table entries.
    pub(crate) fn clear(&mut self) {
        self.yard.clear();
        self.number_yard();
    }

    /// Gives the boneyard a number that no entry of the table has.
    fn number_yard(&mut self) {
        self.yards += 1;
        if self.yards == MOST_YARDS {
            self.table.fill(TableEntry::default());
            self.yards = 1;
        }
        self.yard_number = self.yards << DRAWN_BITS;
    }

    /// The value of a position: 1 when the side to move wins, 0 for a draw, −1 when it loses.
    pub(crate) fn solve(&mut self, board: &Board) -> i8 {
        if board.other.is_empty() {
            self.nodes += 1;
            return -1;
        }
        self.search(board, 0, -1, 1)
    }

    /// Alpha-beta search of a position after `drawn` tiles were drawn from the boneyard.
    fn search(&mut self, board: &Board, drawn: usize, alpha: i8, beta: i8) -> i8 {
        self.nodes += 1;
        let playable = board.playable();
        if playable.is_empty() {
            return self.search_stuck(board, drawn, alpha, beta);
        }
        if board.own.len() == 1 {
            return 1;
        }
        if board.own.len() + board.other.len() < SMALL {
            return self.search_moves(board, drawn, alpha, beta);
        }
        let key = key(board);
        let index = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - TABLE_BITS)) as usize;
        let yard = self.yard_number + drawn as u32;
        let entry = self.table[index];
        let (mut low, mut high) = (-1, 1);
        if entry.key == key && entry.yard == yard {
            (low, high) = (entry.low, entry.high);
            if low >= beta || low == high {
                return low;
            }
            if high <= alpha {
                return high;
            }
        }
        let value = self.search_moves(board, drawn, alpha.max(low), beta.min(high));
        if value < beta {
            high = value;
        }
        if value > alpha {
            low = value;
        }
        self.table[index] = TableEntry {
            key,
            yard,
            low,
            high,
        };
        value
    }

    /// Searches a position in which the side to move cannot lay: it draws or passes, or the game is
    /// blocked.
    fn search_stuck(&mut self, board: &Board, drawn: usize, alpha: i8, beta: i8) -> i8 {
        if let Some(&tile) = self.yard.get(drawn) {
            let mut after = board.turned();
            after.other.insert(tile);
            -self.search(&after, drawn + 1, -beta, -alpha)
        } else if board.is_blocked() {
            board.by_points()
        } else {
            -self.search(&board.turned(), drawn, -beta, -alpha)
        }
    }

    /// Searches the moves of a position; move ordering: fewest replies of the opponent first.
    fn search_moves(&mut self, board: &Board, drawn: usize, alpha: i8, beta: i8) -> i8 {
        let mut lays = [(0u8, Tile::LOWEST, board.ends); MAX_MOVES];
        let mut count = 0;
        board.lays(|tile, ends, _| {
            let replies = (board.other & ends.fitting()).len();
            lays[count] = (replies, tile, ends);
            count += 1;
        });
        let lays = &mut lays[..count];
        lays.sort_unstable_by_key(|&(replies, ..)| replies);
        let (mut best, mut alpha) = (-1, alpha);
        for &mut (_, tile, ends) in lays {
            best = best.max(-self.search(&board.after(tile, ends), drawn, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}

/// A unique number of a position: both hands and the two ends in order, 28 + 28 + 3 + 3 bits.
fn key(board: &Board) -> u64 {
    let Ends { left, right } = board.ends;
    let (low, high) = if left < right {
        (left, right)
    } else {
        (right, left)
    };
    u64::from(board.own.bits())
        | u64::from(board.other.bits()) << 28
        | u64::from(low) << 56
        | u64::from(high) << 59
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_boneyard_number_occurs_in_no_table_entry() {
        let mut solver = Solver {
            yards: MOST_YARDS - 2,
            ..Solver::default()
        };
        solver.clear();
        solver.table[0].yard = solver.yard_number;
        solver.table[1].yard = 1 << DRAWN_BITS;
        solver.clear();
        assert!(
            solver
                .table
                .iter()
                .all(|entry| entry.yard != solver.yard_number)
        );
    }
}
