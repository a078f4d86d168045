//! Alpha-beta search with null windows and a transposition table over packed boards.
//!
//! Values are for the side to move (R24): seeds it gains in the rest of the game minus seeds the
//! opponent gains, without earlier captures. A value is proved when it does not depend on an
//! estimate.

use table::Budget;

use crate::board::SIDE;
use crate::engine::packed::Packed;
use crate::engine::transpositions::{
    Bound, PROVED, TranspositionEntry, Transpositions, position_key,
};
use crate::engine::values::Oracle;
use crate::rules::FEW_SEEDS;

/// Value of a position at the depth limit: both sides are assumed to gain as much from there on, so
/// that only the captures on the way count.
const ESTIMATE: i8 = 0;

/// Bound of the widest window, larger than any value.
const INFINITE: i8 = 50;

/// Number of nodes between two checks of the budget.
const POLL: u64 = 1 << 11;

/// The result of a search: a value within the window, otherwise a bound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SearchValue {
    /// Value for the side to move, in seeds.
    pub(crate) value: i8,
    /// Whether the value, or the bound, does not depend on an estimate.
    pub(crate) proved: bool,
}

impl SearchValue {
    const fn proved(value: i8) -> Self {
        Self {
            value,
            proved: true,
        }
    }

    pub(crate) const fn estimated(value: i8) -> Self {
        Self {
            value,
            proved: false,
        }
    }
}

impl TranspositionEntry {
    /// The result of a search of this depth with this window, if the entry is deep enough and its
    /// bound causes a cutoff.
    #[inline]
    fn cutoff(self, depth: u8, (alpha, beta): (i8, i8)) -> Option<SearchValue> {
        let enough = self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            };
        enough.then_some(SearchValue {
            value: self.value,
            proved: self.depth == PROVED,
        })
    }
}

/// Error for a search that was abandoned because its budget ran out.
#[derive(Debug)]
pub(crate) struct BudgetExhausted;

/// A move: its pit, the board after it as the opponent sees it, the number of seeds captured.
pub(crate) type PackedMove = (usize, Packed, u8);

/// The moves of a position in the order of search, the most promising first.
struct OrderedMoves {
    /// Moves with their ordering scores; only the first `count` are valid.
    moves: [(u8, PackedMove); SIDE],
    count: usize,
}

impl OrderedMoves {
    /// Move ordering: the best pit of the transposition table first, then by seeds captured, then the
    /// pits nearest to the opponent.
    #[inline]
    fn new(board: Packed, first: Option<u8>) -> Self {
        let unused = (0, (0, board, 0));
        let mut moves = Self {
            moves: [unused; SIDE],
            count: 0,
        };
        for mv in board.moves() {
            let (pit, _, captured) = mv;
            let score = if first == Some(pit as u8) {
                u8::MAX
            } else {
                8 * captured + pit as u8
            };
            moves.insert(score, mv);
        }
        moves
    }

    /// Inserts a move behind those with an equal or higher score.
    #[inline]
    fn insert(&mut self, score: u8, mv: PackedMove) {
        let mut index = self.count;
        while index > 0 && self.moves[index - 1].0 < score {
            self.moves[index] = self.moves[index - 1];
            index -= 1;
        }
        self.moves[index] = (score, mv);
        self.count += 1;
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = PackedMove> + '_ {
        self.moves[..self.count].iter().map(|(_, mv)| *mv)
    }
}

/// A search under one budget; its results go into the transposition table.
pub(crate) struct Search<'a> {
    /// Source of exact values at the leaves.
    pub(crate) oracle: &'a dyn Oracle,
    pub(crate) table: &'a mut Transpositions,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// Searches the moves of the root `depth` turns deep and returns their values in the order of
    /// `moves`. With `every`, each move gets a full window and its own value; otherwise only the best
    /// move does, and the others get upper bounds.
    pub(crate) fn root(
        &mut self,
        moves: &[PackedMove],
        turns: u8,
        depth: u8,
        every: bool,
    ) -> Result<Vec<SearchValue>, BudgetExhausted> {
        let mut alpha = -INFINITE;
        let mut found = Vec::with_capacity(moves.len());
        for &mv in moves {
            let window = (if every { -INFINITE } else { alpha }, INFINITE);
            let value = self.move_value(mv, turns, depth, window, found.is_empty())?;
            alpha = alpha.max(value.value);
            found.push(value);
        }
        Ok(found)
    }

    /// Value of a move. The first move is searched with the full window; the others first with a null
    /// window, and again with the full one when they turn out better than `alpha`.
    #[inline]
    fn move_value(
        &mut self,
        (_, after, captured): PackedMove,
        turns: u8,
        depth: u8,
        (alpha, beta): (i8, i8),
        first: bool,
    ) -> Result<SearchValue, BudgetExhausted> {
        let gain = captured.cast_signed();
        let mut search = |alpha: i8, beta: i8| {
            let window = (gain - beta, gain - alpha);
            let mut found = self.value(after, turns - 1, depth - 1, window)?;
            found.value = gain - found.value;
            Ok(found)
        };
        if first || alpha == -INFINITE {
            return search(alpha, beta);
        }
        let scout = search(alpha, alpha + 1)?;
        if scout.value > alpha && scout.value < beta {
            return search(alpha, beta);
        }
        Ok(scout)
    }

    /// Value of a board searched `depth` turns deep with a window: an upper bound when it is at most
    /// `alpha`, a lower bound when it is at least `beta`.
    fn value(
        &mut self,
        board: Packed,
        turns: u8,
        depth: u8,
        window: (i8, i8),
    ) -> Result<SearchValue, BudgetExhausted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && self.budget.exhausted(self.nodes) {
            return Err(BudgetExhausted);
        }
        if turns == 0 || board.seeds() <= FEW_SEEDS {
            return Ok(SearchValue::proved(board.difference()));
        }
        let key = position_key(board, turns);
        let entry = self.table.get(key);
        if let Some(found) = entry.and_then(|entry| entry.cutoff(depth, window)) {
            return Ok(found);
        }
        if board.seeds() <= self.oracle.seeds()
            && let Some(value) = self.oracle.value(board, turns)
        {
            self.table.put(key, value, Bound::Exact, PROVED, 0);
            return Ok(SearchValue::proved(value));
        }
        if depth == 0 {
            return Ok(SearchValue::estimated(ESTIMATE));
        }
        let moves = OrderedMoves::new(board, entry.map(|entry| entry.pit));
        let Some((found, pit)) = self.best_of(&moves, turns, depth, window)? else {
            return Ok(SearchValue::proved(board.difference()));
        };
        let bound = Bound::from_window(found.value, window);
        let depth = if found.proved { PROVED } else { depth };
        self.table.put(key, found.value, bound, depth, pit as u8);
        Ok(found)
    }

    /// The value and the pit of the best of the moves, or of the first that causes a beta cutoff;
    /// `None` without a move.
    #[inline]
    fn best_of(
        &mut self,
        moves: &OrderedMoves,
        turns: u8,
        depth: u8,
        (mut alpha, beta): (i8, i8),
    ) -> Result<Option<(SearchValue, usize)>, BudgetExhausted> {
        let mut best: Option<(SearchValue, usize)> = None;
        let mut all_proved = true;
        for mv in moves.iter() {
            let found = self.move_value(mv, turns, depth, (alpha, beta), best.is_none())?;
            all_proved &= found.proved;
            if best.is_none_or(|(best, _)| found.value > best.value) {
                best = Some((found, mv.0));
            }
            alpha = alpha.max(found.value);
            if alpha >= beta {
                break;
            }
        }
        if let Some((found, _)) = &mut best
            && found.value < beta
        {
            // One proved move proves a lower bound; the other bounds need all moves proved.
            found.proved = all_proved;
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use table::{Chance, Seeded};

    use super::*;
    use crate::board::{Board, PITS};
    use crate::engine::sweep::Sweep;
    use crate::engine::values::Values;
    use crate::expert::Oracles;

    fn random_board(seeds: u32, luck: &mut dyn Chance) -> Packed {
        let mut pits = [0; PITS];
        for _ in 0..seeds {
            pits[luck.below(PITS as u32) as usize] += 1;
        }
        Packed::from(&Board::new(pits).unwrap())
    }

    fn searched(oracle: &dyn Oracle, board: Packed, turns: u8) -> SearchValue {
        let mut search = Search {
            oracle,
            table: &mut Transpositions::new(10),
            budget: &Budget::unlimited(),
            nodes: 0,
        };
        search
            .value(board, turns, turns, (-INFINITE, INFINITE))
            .unwrap()
    }

    #[test]
    fn search_without_an_oracle_equals_the_sweep_up_to_14_seeds() {
        let mut sweep = Sweep::new(14);
        let mut luck = Seeded::new(14);
        for turns in 1..=6 {
            sweep.step();
            for _ in 0..40 {
                let seeds = 3 + luck.below(12);
                let board = random_board(seeds, &mut luck);
                let Some(index) = sweep.stairs().index(board).filter(|_| board.own > 0) else {
                    continue;
                };
                let found = searched(&Oracles::none(), board, turns);
                assert_eq!(
                    found,
                    SearchValue::proved(sweep.values()[index]),
                    "{board:?} {turns}"
                );
            }
        }
    }

    #[test]
    fn search_with_an_oracle_equals_search_without() {
        let known = Values::new(5);
        let mut luck = Seeded::new(5);
        for _ in 0..50 {
            let board = random_board(14, &mut luck);
            let plain = searched(&Oracles::none(), board, 7);
            assert_eq!(searched(&known, board, 7), plain, "{board:?}");
        }
    }

    #[test]
    fn a_search_of_four_turns_from_the_start_proves_nothing() {
        let mut search = Search {
            oracle: &Oracles::none(),
            table: &mut Transpositions::new(10),
            budget: &Budget::unlimited(),
            nodes: 0,
        };
        let start = Packed::from(&Board::default());
        let found = search.value(start, 100, 4, (-INFINITE, INFINITE)).unwrap();
        assert!(!found.proved);
    }
}
