//! The solver as the expert of the table.

use table::{Budget, Chance, Evaluation, Expert, NoMove, Seat, Sight, Stopped, Strategy, Value};

use crate::engine::book::Book;
use crate::engine::solver::{Bounds, Solver};
use crate::grid::Column;
use crate::rules::{Move, Puissance4, side_of};

/// What the solver remembers positions in unless asked otherwise: 64 MiB.
pub const MEMORY_BYTES: usize = 64 << 20;

/// The engine: exact scores, or bounds when the budget is spent first.
#[derive(Debug)]
pub struct Exact {
    solver: Solver,
    /// Whether to leave the single columns alone.
    value_only: bool,
}

impl Default for Exact {
    fn default() -> Self {
        Self::new(Solver::new(MEMORY_BYTES).with_book(Book::shipped()))
    }
}

impl Exact {
    /// An expert that asks this solver.
    pub const fn new(solver: Solver) -> Self {
        Self {
            solver,
            value_only: false,
        }
    }

    /// The same without the worth of single columns, which is about seven times the work.
    #[must_use]
    pub fn value_only(self) -> Self {
        Self {
            value_only: true,
            ..self
        }
    }

    fn prepare(&mut self, budget: &Budget<'_>) -> Result<(), Stopped> {
        if budget.stopped() {
            return Err(Stopped);
        }
        if budget.effort().is_some() {
            // The same effort gives the same answer only from the same memory.
            self.solver.forget();
        }
        Ok(())
    }

    /// The worth of every column and, as the best of them, of the position.
    fn by_column(&self, game: &Puissance4, budget: &Budget<'_>) -> Evaluation<Move> {
        let (columns, nodes) = self.solver.columns(game.board(), budget);
        let known = Column::all().zip(columns);
        let known: Vec<(Column, Bounds)> =
            known.filter_map(|(c, bounds)| Some((c, bounds?))).collect();
        let best = |end: fn(&Bounds) -> i32| known.iter().map(|(_, bounds)| end(bounds)).max();
        let value = Bounds {
            low: best(|bounds| bounds.low).expect("a game in progress has a move"),
            high: best(|bounds| bounds.high).expect("a game in progress has a move"),
        };
        Evaluation {
            side: side_of(game.to_move()),
            value: value_of(value),
            moves: known
                .iter()
                .map(|&(column, bounds)| (column.into(), value_of(bounds)))
                .collect(),
            nodes: Some(nodes),
        }
    }

    fn by_position(&self, game: &Puissance4, budget: &Budget<'_>) -> Evaluation<Move> {
        let solved = self.solver.solve(game.board(), budget);
        Evaluation {
            side: side_of(game.to_move()),
            value: value_of(solved.bounds),
            moves: Vec::new(),
            nodes: Some(solved.nodes),
        }
    }
}

/// The strategy that keeps the score of every position; it solves the position, not each column.
impl Strategy<Puissance4> for Exact {
    fn choose(&mut self, seat: &mut Seat<'_, Puissance4>) -> Result<Move, NoMove> {
        let Sight { view, budget, .. } = seat.sight();
        self.prepare(&budget)?;
        let column = self.solver.best(view.board(), &budget);
        column.map(Move::from).ok_or(NoMove::Fault)
    }
}

fn value_of(bounds: Bounds) -> Value {
    let Bounds { low, high } = bounds;
    bounds
        .exact()
        .map_or(Value::Bounded { low, high }, Value::of_score)
}

impl Expert<Puissance4> for Exact {
    fn evaluate(
        &mut self,
        game: &Puissance4,
        _luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<Evaluation<Move>, Stopped> {
        self.prepare(budget)?;
        Ok(if self.value_only || game.is_over() {
            self.by_position(game, budget)
        } else {
            self.by_column(game, budget)
        })
    }
}
