//! Who wins when both sides see every tile and the order of the boneyard: alpha-beta over wins,
//! draws and losses, with a table of known positions.

use table::{Outcome, Side};

use crate::engine::board::Board;
use crate::rules::{Dominos, Ends, Move, Rule};
use crate::tile::Tile;

/// Positions the table remembers, as a power of two.
const TABLE_BITS: u32 = 15;

/// With fewer tiles in both hands a search is quicker than a look into the table.
const SMALL: u8 = 5;

/// Bits below a boneyard's name, for the number of tiles drawn.
const DRAWN_BITS: u32 = 5;

/// More names than this would repeat.
const MOST_NAMES: u32 = 1 << (u32::BITS - DRAWN_BITS);

/// The most moves there can be: every tile of a hand at either end.
const MAX_MOVES: usize = 28;

/// What is known of a position: its value is between two bounds.
#[derive(Clone, Copy, Default, Debug)]
struct Known {
    key: u64,
    yard: u32,
    low: i8,
    high: i8,
}

/// A perfect-information solver. What it learnt stays true for positions of other deals.
#[derive(Clone, Debug)]
pub struct Solver {
    table: Vec<Known>,
    /// The boneyard in the order it will be drawn.
    yard: Vec<Tile>,
    /// Tells positions with different boneyards apart; 0 where nothing is drawn.
    yard_name: u32,
    /// How many names were given since the table was empty.
    names: u32,
    nodes: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self {
            table: vec![Known::default(); 1 << TABLE_BITS],
            yard: Vec::new(),
            yard_name: 0,
            names: 0,
            nodes: 0,
        }
    }
}

impl Solver {
    /// How a game comes out when both sides see every tile and know that the boneyard will be drawn
    /// in the order of `boneyard` (none is drawn under Rule 1); `None` while tiles are dealt.
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
            let opening = game
                .rule()
                .opening([Side::First, Side::Second].map(|side| game.hand(side)));
            game.play(Move::Lay(opening?)).ok()?;
            return self.outcome(&game, boneyard);
        }
        let board = Board::of(&game)?;
        if game.rule() == Rule::Two {
            self.set_yard(boneyard);
        } else {
            self.forget_yard();
        }
        Some(match self.solve(&board) {
            0 => Outcome::Draw,
            1 => Outcome::Win(game.next_side()),
            _ => Outcome::Win(game.next_side().other()),
        })
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// From now on this is drawn, in this order (Rule 2).
    pub(crate) fn set_yard(&mut self, yard: &[Tile]) {
        self.yard.clear();
        self.yard.extend_from_slice(yard);
        self.take_new_name();
    }

    /// From now on nothing is drawn.
    pub(crate) fn forget_yard(&mut self) {
        self.yard.clear();
        self.yard_name = 0;
    }

    /// From now on nothing is drawn, and nothing learnt so far is used.
    pub(crate) fn forget(&mut self) {
        self.yard.clear();
        self.take_new_name();
    }

    /// A name that no position in the table has.
    fn take_new_name(&mut self) {
        self.names += 1;
        if self.names == MOST_NAMES {
            self.table.fill(Known::default());
            self.names = 1;
        }
        self.yard_name = self.names << DRAWN_BITS;
    }

    /// 1 when the side to move wins, 0 for a draw, −1 when it loses.
    pub(crate) fn solve(&mut self, board: &Board) -> i8 {
        if board.other.is_empty() {
            self.nodes += 1;
            return -1;
        }
        self.search(board, 0, -1, 1)
    }

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
        let slot = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - TABLE_BITS)) as usize;
        let yard = self.yard_name + drawn as u32;
        let known = self.table[slot];
        let (mut low, mut high) = (-1, 1);
        if known.key == key && known.yard == yard {
            (low, high) = (known.low, known.high);
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
        self.table[slot] = Known {
            key,
            yard,
            low,
            high,
        };
        value
    }

    /// The side to move draws, or passes; nobody can play when the other cannot either.
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

/// Both hands and the ends, whichever of them is left: 28 + 28 + 3 + 3 bits.
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
    fn a_name_is_never_that_of_a_position_in_the_table() {
        let mut solver = Solver {
            names: MOST_NAMES - 2,
            ..Solver::default()
        };
        solver.forget();
        solver.table[0].yard = solver.yard_name;
        solver.table[1].yard = 1 << DRAWN_BITS;
        solver.forget();
        assert!(
            solver
                .table
                .iter()
                .all(|known| known.yard != solver.yard_name)
        );
    }
}
