//! Sources of exact values: the trait [`Oracle`] and the table in memory for boards of up to 12 seeds.

use std::fmt::Debug;
use std::sync::{Arc, OnceLock};

use crate::engine::packed::Packed;
use crate::engine::rank::Staircase;
use crate::engine::sweep::Sweep;
use crate::rules::MAX_TURNS;

/// Most seeds of the boards whose values are kept in memory.
const SMALL: u8 = 12;

/// A source of exact values for boards with few seeds.
pub trait Oracle: Debug + Send + Sync {
    /// Most seeds of a board whose value is known.
    fn seeds(&self) -> u8;

    /// Value of a board for the side to move with `turns` turns left (R24): seeds it will still gain
    /// minus seeds the opponent will, under best play; `None` where it is not known.
    fn value(&self, board: Packed, turns: u8) -> Option<i8>;
}

/// Exact values of all boards of at most N seeds for every number of turns left, one byte each.
pub struct Values {
    stairs: Staircase,
    /// Values by turns left, then in the order of the staircase.
    values: Vec<Box<[i8]>>,
}

impl Debug for Values {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Values({} seeds)", self.stairs.seeds())
    }
}

impl Values {
    /// Computes the values of boards of at most `seeds` seeds: about a second for 12 seeds, and 101
    /// bytes of memory for each board.
    pub fn new(seeds: u8) -> Self {
        let mut sweep = Sweep::new(seeds);
        let mut values = vec![sweep.values().into()];
        while sweep.turns() < MAX_TURNS {
            sweep.step();
            values.push(sweep.values().into());
        }
        Self {
            stairs: sweep.stairs().clone(),
            values,
        }
    }
}

impl Oracle for Values {
    fn seeds(&self) -> u8 {
        self.stairs.seeds()
    }

    #[inline]
    fn value(&self, board: Packed, turns: u8) -> Option<i8> {
        let index = self.stairs.index(board)?;
        if board.own == 0 {
            return Some(board.difference());
        }
        let values = self.values.get(usize::from(turns))?;
        Some(values[index])
    }
}

static VALUES: OnceLock<Arc<Values>> = OnceLock::new();

/// The values of boards of up to 12 seeds, computed by the first call.
pub fn small_values() -> Arc<Values> {
    let values = VALUES.get_or_init(|| Arc::new(Values::new(SMALL)));
    Arc::clone(values)
}

/// Returns whether the values of [`small_values`] are computed, so that a call returns at once.
pub fn small_values_are_there() -> bool {
    VALUES.get().is_some()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Board, PITS};
    use crate::rules::FEW_SEEDS;

    /// Plain minimax (R24) on the readable board.
    fn minimax(board: Board, turns: u8) -> i8 {
        let values = board.acceptable_pits().map(|pit| {
            let mut after = board;
            let last = after.sow(pit);
            let captured = after.capture(last);
            after.turn();
            captured.cast_signed() - minimax(after, turns - 1)
        });
        let stopped = turns == 0 || board.seeds() <= FEW_SEEDS;
        let best = if stopped { None } else { values.max() };
        best.unwrap_or(board.difference())
    }

    /// Minimax (R24) with a memory of known positions, which is fast enough for many turns.
    fn memoised(
        board: Board,
        known: &mut std::collections::HashMap<(Board, u8), i8>,
        turns: u8,
    ) -> i8 {
        if turns == 0 || board.seeds() <= FEW_SEEDS {
            return board.difference();
        }
        if let Some(&value) = known.get(&(board, turns)) {
            return value;
        }
        let mut best = None;
        for pit in board.acceptable_pits() {
            let mut after = board;
            let last = after.sow(pit);
            let captured = after.capture(last);
            after.turn();
            let value = captured.cast_signed() - memoised(after, known, turns - 1);
            best = best.max(Some(value));
        }
        let value = best.unwrap_or(board.difference());
        known.insert((board, turns), value);
        value
    }

    fn boards(seeds: usize) -> impl Strategy<Value = Board> {
        prop::collection::vec(0..PITS, 0..=seeds).prop_map(|thrown| {
            let mut pits = [0; PITS];
            for pit in thrown {
                pits[pit] += 1;
            }
            Board::new(pits).unwrap()
        })
    }

    fn seven() -> &'static Values {
        static VALUES: OnceLock<Values> = OnceLock::new();
        VALUES.get_or_init(|| Values::new(7))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn values_equal_plain_minimax(board in boards(7), turns in 0..6u8) {
            let value = seven().value(Packed::from(&board), turns);
            prop_assert_eq!(value, Some(minimax(board, turns)));
        }
    }

    #[test]
    fn values_of_thousands_of_boards_equal_recursion_at_every_turn() {
        let mut luck = table::Seeded::new(24);
        let mut known = std::collections::HashMap::new();
        for _ in 0..2_000 {
            let mut pits = [0; PITS];
            for _ in 0..=table::Chance::below(&mut luck, 7) {
                pits[table::Chance::below(&mut luck, PITS as u32) as usize] += 1;
            }
            let board = Board::new(pits).unwrap();
            for turns in 0..=MAX_TURNS {
                let expected = memoised(board, &mut known, turns);
                let value = seven().value(Packed::from(&board), turns);
                assert_eq!(value, Some(expected), "{board} with {turns} turns left");
            }
        }
    }

    #[test]
    fn boards_of_too_many_seeds_are_not_known() {
        let board = Board::new([1; PITS]).unwrap();
        assert_eq!(seven().value(Packed::from(&board), 3), None);
        assert_eq!(
            seven().value(Packed { own: 3, other: 3 }, MAX_TURNS + 1),
            None
        );
    }
}
