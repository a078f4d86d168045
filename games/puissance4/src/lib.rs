//! Puissance 4 (Connect Four): the rules of the subject, and an exact solver on a packed board.
//!
//! ```
//! use puissance4::{Budget, Engine, Expert, Move, Puissance4, Seeded, Value};
//!
//! let figure_2 = "...*.../...o.../..oo.*./..*o.oo/.*o**o*/*o**oo*/yellow";
//! let game: Puissance4 = figure_2.parse()?;
//! let found = Engine::default().evaluate(&game, &mut Seeded::new(0), &Budget::unlimited())?;
//! assert_eq!(found.best(), Some(Move(5)), "the subject's advice");
//! assert_eq!(found.value, Value::of_score(10), "yellow wins with its 12th disc of 21: 22 − 12");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod expert;
mod game;
mod grid;
#[cfg(feature = "hosting")]
mod hosting;
mod notation;
mod rules;
mod strategies;
#[cfg(feature = "subject")]
mod subject;

#[cfg(feature = "hosting")]
text::catalogue!();

pub use engine::board::Board;
pub use engine::book::{self, Book};
pub use engine::playout::random_game;
pub use engine::solver::{Bounds, Solved, Solver};
pub use expert::{Engine, MEMORY_BYTES};
pub use grid::{ALIGNED, COLUMNS, Cell, Colour, Column, DIRECTIONS, Direction, Grid, LINES, Line};
pub use notation::NotationError;
pub use rules::{Cheat, Dropped, Move, Puissance4, Refusal, side_of};
pub use strategies::STRATEGIES;
#[cfg(feature = "subject")]
pub use subject::SUBJECT;
// The types needed to call the engine, so that callers need no other dependency.
pub use table::{Budget, Evaluation, Expert, Game, Outcome, Seeded, Side, Stopped, Value};
