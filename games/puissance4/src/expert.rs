//! The engine: the exact solver as an expert and as the strategy `expert`.

use table::{Budget, Chance, Evaluation, Expert, NoMove, Seat, SeatView, Stopped, Strategy, Value};

use crate::engine::book::Book;
use crate::engine::solver::{Bounds, Solver};
use crate::grid::Column;
use crate::rules::{Move, Puissance4, side_of};

/// Default size of the solver's transposition table in bytes: 64 MiB.
pub const MEMORY_BYTES: usize = 64 << 20;

/// The engine: exact scores, or bounds when the budget is used up first.
#[derive(Debug)]
pub struct Engine {
    solver: Solver,
    /// Whether evaluations leave out the scores of the single columns.
    value_only: bool,
}

impl Default for Engine {
    fn default() -> Self {
        Self::new(Solver::new(MEMORY_BYTES).with_book(Book::shipped()))
    }
}

impl Engine {
    /// An engine that uses this solver.
    pub const fn new(solver: Solver) -> Self {
        Self {
            solver,
            value_only: false,
        }
    }

    /// The same engine without the scores of the single columns, which take about seven times as long.
    #[must_use]
    pub fn value_only(self) -> Self {
        Self {
            value_only: true,
            ..self
        }
    }

    /// Refuses a stopped budget, and clears the table under a limit of effort.
    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), Stopped> {
        if budget.stopped() {
            return Err(Stopped);
        }
        if budget.effort().is_some() {
            // The same effort gives the same answer only from the same table.
            self.solver.clear();
        }
        Ok(())
    }

    /// Scores of every column, and of the position as the best of them.
    fn by_column(&self, game: &Puissance4, budget: &Budget<'_>) -> Evaluation<Move> {
        let (columns, nodes) = self.solver.columns(game.board(), budget);
        let best = |end: fn(Bounds) -> i32| {
            let ends = columns.iter().flatten().map(|bounds| end(*bounds));
            ends.max().expect("a game in progress has a move")
        };
        let value = Bounds {
            low: best(|bounds| bounds.low),
            high: best(|bounds| bounds.high),
        };
        let moves = Column::all().zip(columns);
        let moves = moves.filter_map(|(column, it)| Some((column.into(), score_value(it?))));
        Evaluation {
            side: side_of(game.to_move()),
            value: score_value(value),
            moves: moves.collect(),
            nodes: Some(nodes),
        }
    }
}

/// Plays a column that keeps the score of the position; it solves the position, not each column.
impl Strategy<Puissance4> for Engine {
    fn choose(&mut self, seat: &mut Seat<'_, Puissance4>) -> Result<Move, NoMove> {
        let SeatView { view, budget, .. } = seat.sight();
        self.prepare(&budget)?;
        let column = self.solver.best(view.board(), &budget);
        column.map(Move::from).ok_or(NoMove::Fault)
    }
}

/// The value of a score that is known exactly or between bounds.
fn score_value(bounds: Bounds) -> Value {
    let Bounds { low, high } = bounds;
    bounds
        .exact()
        .map_or(Value::Bounded { low, high }, Value::of_score)
}

impl Expert<Puissance4> for Engine {
    fn evaluate(
        &mut self,
        game: &Puissance4,
        _luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        self.prepare(budget)?;
        if !self.value_only && !game.is_over() {
            return Ok(self.by_column(game, budget));
        }
        let solved = self.solver.solve(game.board(), budget);
        Ok(Evaluation {
            side: side_of(game.to_move()),
            value: score_value(solved.bounds),
            moves: Vec::new(),
            nodes: Some(solved.nodes),
        })
    }
}
