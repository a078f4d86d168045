//! Awalé (*oware*) as the subject plays it: sowing, capturing, no starving, 100 turns.
//!
//! ```
//! use awale::{Awale, Budget, Engine, Expert, Oracles, Seeded, Value};
//!
//! let game: Awale = "0,0,0,0,0,1,1,0,0,0,0,1/23-22/60".parse()?;
//! let mut engine = Engine::new(Oracles::none());
//! let found = engine.evaluate(&game, &mut Seeded::new(0), &Budget::unlimited())?;
//! assert_eq!(found.value, Value::of_score(2), "two are captured, one is left: 25 to 23");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod engine;
mod expert;
mod game;
mod notation;
pub mod pits;
mod rules;
mod strategies;

pub use board::{Board, PITS, Pit, SEEDS, SIDE, TooManySeeds};
pub use engine::packed::{FullPits, Packed};
pub use engine::rank::{Staircase, halves_below, halves_with, rank, unrank};
pub use engine::sweep::{Job, MAX_SWEPT, Sweep, row_of};
pub use engine::values::{Oracle, SMALL, Values, small_values, small_values_are_there};
pub use expert::{Engine, Oracles};
pub use notation::NotationError;
pub use rules::{Awale, Cheat, FEW_SEEDS, MAX_TURNS, Refusal, Sown};
pub use strategies::{CHEAT, GREEDY, Greedy, NAIVE, Naive, STRATEGIES, Tricheur};
// What it takes to ask the engine without another dependency.
pub use table::{Budget, Evaluation, Expert, Game, Seeded, Side, Stopped, Value};
