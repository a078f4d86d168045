//! The engine: iterative deepening until the value is proved or the budget is used up, with exact
//! values of boards with few seeds.

use std::sync::Arc;
use std::time::Duration;

use table::{Budget, Chance, Evaluation, Expert, NoMove, Seat, SeatView, Stopped, Strategy, Value};

use crate::board::Pit;
use crate::engine::packed::Packed;
use crate::engine::search::{PackedMove, Search, SearchValue};
use crate::engine::transpositions::Transpositions;
use crate::engine::values::{Oracle, small_values};
use crate::rules::Awale;

/// Time for one answer when the caller sets no limit.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// Binary logarithm of the number of buckets of the transposition table: 64 MB in all.
const TABLE_BITS: u32 = 21;

/// Sources of exact values in the order in which they are asked, the fastest first.
#[derive(Clone, Debug)]
pub struct Oracles(Vec<Arc<dyn Oracle>>);

impl Oracles {
    /// The values in memory for up to 12 seeds, then `more`.
    pub fn with(more: Option<Arc<dyn Oracle>>) -> Self {
        let small: Arc<dyn Oracle> = small_values();
        Self([small].into_iter().chain(more).collect())
    }

    /// No source of exact values.
    pub fn none() -> Self {
        Self(Vec::new())
    }
}

impl Oracle for Oracles {
    fn seeds(&self) -> u8 {
        let seeds = self.0.iter().map(|oracle| oracle.seeds());
        seeds.max().unwrap_or(0)
    }

    #[inline]
    fn value(&self, board: Packed, turns: u8) -> Option<i8> {
        self.0.iter().find_map(|oracle| oracle.value(board, turns))
    }
}

/// The alpha-beta engine. Its transposition table is kept from one move to the next, except under a
/// limit of effort.
#[derive(Debug)]
pub struct Engine {
    oracles: Oracles,
    table: Transpositions,
}

/// A move of the root position with the value found so far.
type Candidate = (PackedMove, SearchValue);

impl Engine {
    /// Makes an engine with these sources of exact values.
    pub fn new(oracles: Oracles) -> Self {
        Self {
            oracles,
            table: Transpositions::new(TABLE_BITS),
        }
    }

    /// Iterative deepening: returns the moves with their values at the last complete depth, best
    /// first, and the number of nodes. Without `every`, only the first value is more than a bound.
    fn candidates(
        &mut self,
        game: &Awale,
        budget: &Budget<'_>,
        every: bool,
    ) -> (Vec<Candidate>, u64) {
        if budget.effort().is_some() {
            // The same effort gives the same answer only from the same table.
            self.table.clear();
        }
        let board = Packed::from(game.board());
        let turns = game.turns_left();
        let estimated = |mv: PackedMove| (mv, SearchValue::estimated(mv.2.cast_signed()));
        let mut candidates: Vec<Candidate> = board.moves().map(estimated).collect();
        let mut search = Search {
            oracle: &self.oracles,
            table: &mut self.table,
            budget,
            nodes: 0,
        };
        for depth in 1..=turns {
            let moves: Vec<PackedMove> = candidates.iter().map(|(mv, _)| *mv).collect();
            let Ok(found) = search.root(&moves, turns, depth, every) else {
                break;
            };
            candidates = moves.into_iter().zip(found).collect();
            let proved = candidates.iter().all(|(_, found)| found.proved);
            // The sort is stable: among equal values the move searched first comes first. The others
            // were only shown by a null window not to be better.
            candidates.sort_by_key(|(_, found)| std::cmp::Reverse(found.value));
            if proved || budget.exhausted(search.nodes) {
                break;
            }
        }
        (candidates, search.nodes)
    }

    /// The best move found within the budget; `None` when no pit is acceptable.
    fn best(&mut self, game: &Awale, budget: &Budget<'_>) -> Option<Pit> {
        let (candidates, _) = self.candidates(game, budget, false);
        candidates.first().map(|((pit, ..), _)| Pit::OWN[*pit])
    }
}

impl Expert<Awale> for Engine {
    fn evaluate(
        &mut self,
        game: &Awale,
        _luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Pit>, Stopped> {
        let budget = budget.or_time(USUAL_TIME);
        let mut evaluation = Evaluation {
            side: game.to_move(),
            value: Value::of_score(game.margin().into()),
            moves: Vec::new(),
            nodes: None,
        };
        if !game.goes_on() {
            return Ok(evaluation);
        }
        let (mut candidates, nodes) = self.candidates(game, &budget, true);
        if budget.stopped() {
            return Err(Stopped);
        }
        let all_proved = candidates.iter().all(|(_, found)| found.proved);
        let worth = |value: i8, proved| score_value(game.lead() + value, proved);
        if let Some((_, best)) = candidates.first() {
            evaluation.value = worth(best.value, all_proved);
        }
        candidates.sort_by_key(|((pit, ..), _)| *pit);
        let moves = candidates.iter();
        let moves = moves.map(|((pit, ..), it)| (Pit::OWN[*pit], worth(it.value, it.proved)));
        evaluation.moves = moves.collect();
        evaluation.nodes = Some(nodes);
        Ok(evaluation)
    }
}

/// The value of a final score difference, exact or estimated.
fn score_value(score: i8, proved: bool) -> Value {
    if proved {
        Value::of_score(score.into())
    } else {
        let score = score.into();
        Value::Estimate { score }
    }
}

impl Strategy<Awale> for Engine {
    fn choose(&mut self, seat: &mut Seat<'_, Awale>) -> Result<Pit, NoMove> {
        let SeatView { view, budget, .. } = seat.sight();
        let best = self.best(view, &budget.or_time(USUAL_TIME));
        if budget.stopped() {
            return Err(NoMove::Stopped);
        }
        best.ok_or(NoMove::Fault)
    }
}
