//! Alpha-beta over packed boards, deeper and deeper, down to positions whose value is known.
//!
//! Values are those of R24 for the side to move: what the rest of the game brings, without what was
//! captured before. A value is proved when no estimate had a part in it.

use table::Budget;

use crate::board::SIDE;
use crate::engine::packed::Packed;
use crate::engine::transpositions::{Bound, Memory, PROVED, Transpositions, key};
use crate::engine::values::Oracle;
use crate::rules::FEW_SEEDS;

/// What the rest of the game is taken to bring where the search ends: as much to either side. What
/// was captured on the way there decides.
const ESTIMATE: i8 = 0;

/// No value is as large as this.
const INFINITE: i8 = 50;

/// Nodes between two looks at the clock.
const POLL: u64 = 1 << 11;

/// A value, and whether it is proved: exactly, or as the bound that the window asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found {
    pub(crate) value: i8,
    pub(crate) proved: bool,
}

impl Found {
    const fn proved(value: i8) -> Self {
        Self {
            value,
            proved: true,
        }
    }

    const fn guessed(value: i8) -> Self {
        Self {
            value,
            proved: false,
        }
    }

    /// What a move is worth that captures so much and leaves this to the opponent.
    const fn before(self, captured: u8) -> Self {
        Self {
            value: captured.cast_signed() - self.value,
            proved: self.proved,
        }
    }
}

impl Memory {
    /// What it says about a search of this depth in this window, if that is enough.
    #[inline]
    fn settles(self, depth: u8, (alpha, beta): (i8, i8)) -> Option<Found> {
        let enough = self.depth >= depth
            && match self.bound {
                Bound::Exact => true,
                Bound::Lower => self.value >= beta,
                Bound::Upper => self.value <= alpha,
            };
        enough.then_some(Found {
            value: self.value,
            proved: self.depth == PROVED,
        })
    }
}

/// The best move of a position.
struct Best {
    found: Found,
    bound: Bound,
    pit: u8,
}

/// The budget ran out in the middle of a search.
#[derive(Debug)]
pub(crate) struct Exhausted;

/// A move at the root: its pit, the board after it, the seeds captured.
type Move = (usize, Packed, u8);

/// The moves of a position, best guess first.
struct Moves {
    moves: [(u8, Move); SIDE],
    count: usize,
}

impl Moves {
    /// The remembered pit first, then by seeds captured, then the pits nearest to the opponent.
    #[inline]
    fn of(board: Packed, first: Option<u8>) -> Self {
        let nothing = (0, (0, board, 0));
        let mut moves = Self {
            moves: [nothing; SIDE],
            count: 0,
        };
        for mv in board.moves() {
            let (pit, _, captured) = mv;
            let remembered = first == Some(pit as u8);
            let merit = if remembered {
                u8::MAX
            } else {
                8 * captured + pit as u8
            };
            moves.insert(merit, mv);
        }
        moves
    }

    #[inline]
    fn insert(&mut self, merit: u8, mv: Move) {
        let mut place = self.count;
        while place > 0 && self.moves[place - 1].0 < merit {
            self.moves[place] = self.moves[place - 1];
            place -= 1;
        }
        self.moves[place] = (merit, mv);
        self.count += 1;
    }

    #[inline]
    fn iter(&self) -> impl Iterator<Item = Move> + '_ {
        self.moves[..self.count].iter().map(|(_, mv)| *mv)
    }
}

/// One search under one budget; what it learns goes into the table.
pub(crate) struct Search<'a> {
    pub(crate) oracle: &'a dyn Oracle,
    pub(crate) table: &'a mut Transpositions,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) nodes: u64,
}

impl Search<'_> {
    /// The value of every move, each with a window of its own, or only the best move's and bounds
    /// below it for the others: in the order of `moves`, searched `depth` turns deep.
    pub(crate) fn root(
        &mut self,
        moves: &[Move],
        turns: u8,
        depth: u8,
        every: bool,
    ) -> Result<Vec<Found>, Exhausted> {
        let mut alpha = -INFINITE;
        let mut found = Vec::with_capacity(moves.len());
        for &(_, after, captured) in moves {
            let alpha_here = if every { -INFINITE } else { alpha };
            let step = (after, captured);
            let value = self.play(step, turns, depth, (alpha_here, INFINITE), found.is_empty())?;
            alpha = alpha.max(value.value);
            found.push(value);
        }
        Ok(found)
    }

    /// A move's value: exactly if it is the first, otherwise first whether it beats `alpha` at all.
    #[inline]
    fn play(
        &mut self,
        (after, captured): (Packed, u8),
        turns: u8,
        depth: u8,
        (alpha, beta): (i8, i8),
        first: bool,
    ) -> Result<Found, Exhausted> {
        let gain = captured.cast_signed();
        let mut look = |alpha: i8, beta: i8| {
            let window = (gain - beta, gain - alpha);
            let found = self.value(after, turns - 1, depth - 1, window)?;
            Ok(found.before(captured))
        };
        if first || alpha == -INFINITE {
            return look(alpha, beta);
        }
        let scout = look(alpha, alpha + 1)?;
        if scout.value > alpha && scout.value < beta {
            return look(alpha, beta);
        }
        Ok(scout)
    }

    /// The value where it is known without search.
    #[inline]
    fn known(&self, board: Packed, turns: u8) -> Option<i8> {
        let seeds = board.seeds();
        if turns == 0 || seeds <= FEW_SEEDS {
            return Some(board.difference());
        }
        (seeds <= self.oracle.seeds())
            .then(|| self.oracle.value(board, turns))
            .flatten()
    }

    /// The value within a window: at most `alpha` or at least `beta` are bounds.
    fn value(
        &mut self,
        board: Packed,
        turns: u8,
        depth: u8,
        window: (i8, i8),
    ) -> Result<Found, Exhausted> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(POLL) && self.budget.exhausted(self.nodes) {
            return Err(Exhausted);
        }
        if turns == 0 || board.seeds() <= FEW_SEEDS {
            return Ok(Found::proved(board.difference()));
        }
        let key = key(board, turns);
        let memory = self.table.get(key);
        if let Some(found) = memory.and_then(|memory| memory.settles(depth, window)) {
            return Ok(found);
        }
        if let Some(value) = self.known(board, turns) {
            self.table.put(key, value, Bound::Exact, PROVED, 0);
            return Ok(Found::proved(value));
        }
        if depth == 0 {
            return Ok(Found::guessed(ESTIMATE));
        }
        let moves = Moves::of(board, memory.map(|memory| memory.pit));
        let Some(best) = self.best_of(&moves, turns, depth, window)? else {
            return Ok(Found::proved(board.difference()));
        };
        let depth = if best.found.proved { PROVED } else { depth };
        self.table
            .put(key, best.found.value, best.bound, depth, best.pit);
        Ok(best.found)
    }

    /// The best of the moves, or the first that is too good; `None` without a move.
    #[inline]
    fn best_of(
        &mut self,
        moves: &Moves,
        turns: u8,
        depth: u8,
        (floor, beta): (i8, i8),
    ) -> Result<Option<Best>, Exhausted> {
        let mut best: Option<(Found, usize)> = None;
        let mut alpha = floor;
        let mut all_proved = true;
        for (pit, after, captured) in moves.iter() {
            let step = (after, captured);
            let found = self.play(step, turns, depth, (alpha, beta), best.is_none())?;
            all_proved &= found.proved;
            if best.is_none_or(|(best, _)| found.value > best.value) {
                best = Some((found, pit));
            }
            alpha = alpha.max(found.value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best.map(|(found, pit)| {
            let bound = Bound::of(found.value, floor, beta);
            // A lower bound needs one proved move, the others need them all.
            let proved = if bound == Bound::Lower {
                found.proved
            } else {
                all_proved
            };
            let found = Found { proved, ..found };
            Best {
                found,
                bound,
                pit: pit as u8,
            }
        }))
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

    fn searched(oracle: &dyn Oracle, board: Packed, turns: u8) -> Found {
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
    fn search_alone_equals_the_sweep_up_to_14_seeds() {
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
                    Found::proved(sweep.values()[index]),
                    "{board:?} {turns}"
                );
            }
        }
    }

    #[test]
    fn search_above_known_values_equals_search_without() {
        let known = Values::new(5);
        let mut luck = Seeded::new(5);
        for _ in 0..50 {
            let board = random_board(14, &mut luck);
            let plain = searched(&Oracles::none(), board, 7);
            assert_eq!(searched(&known, board, 7), plain, "{board:?}");
        }
    }

    #[test]
    fn a_search_that_ends_early_proves_nothing() {
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
