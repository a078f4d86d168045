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
#[cfg(feature = "database")]
pub mod database;
mod engine;
mod expert;
mod game;
#[cfg(feature = "hosting")]
mod hosting;
mod notation;
mod rules;
mod strategies;
#[cfg(feature = "subject")]
mod subject;

#[cfg(feature = "hosting")]
text::catalogue!();

pub use board::{Board, PITS, Pit, SEEDS, SIDE, SeedCount, TooManySeeds};
pub use engine::packed::{FullPits, Packed};
pub use engine::rank::Staircase;
pub use engine::sweep::{MAX_SWEPT, Sweep};
pub use engine::values::{Oracle, Values, small_values, small_values_are_there};
pub use expert::{Engine, Oracles};
pub use notation::NotationError;
pub use rules::{Awale, Cheat, FEW_SEEDS, MAX_TURNS, Refusal, Sown};
pub use strategies::{Greedy, Naive, STRATEGIES};
#[cfg(feature = "subject")]
pub use subject::SUBJECT;
// The types needed to call the engine, so that callers need no other dependency.
pub use table::{Budget, Evaluation, Expert, Game, Seeded, Side, Stopped, Value};
