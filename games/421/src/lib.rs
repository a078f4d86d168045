//! The game of 421 between two players with 1 to 10,000 tokens each, and its exact solution.
//!
//! ```
//! use jeu421::{Budget, Engine, Expert, Game421, Seeded};
//!
//! let game: Game421 = "1/1".parse()?;
//! let found = Engine::default().evaluate(&game, &mut Seeded::new(0), &Budget::unlimited())?;
//! let first_wins = 171_702_818_839.0 / 396_105_341_039.0;
//! assert!((found.value.merit() - first_wins).abs() < 1e-12, "with one token each");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod combination;
mod dice;
mod engine;
mod expert;
mod game;
#[cfg(feature = "hosting")]
mod hosting;
mod notation;
mod round_result;
mod rules;
mod strategies;
#[cfg(feature = "subject")]
mod subject;

#[cfg(feature = "hosting")]
text::catalogue!();

pub use combination::{
    Combination, decreasing2, decreasing3, is_421, is_sequence, is_triple, tokens, value,
};
pub use dice::{Dice, Face, Rethrow};
pub use engine::solution::Solution;
pub use engine::solver::Solver;
pub use expert::Engine;
pub use notation::NotationError;
pub use round_result::{RoundResult, Settled, settle_different, settle_equal};
pub use rules::{Cheat, Effect, Game421, MAX_TOKENS, MOST_THROWS, Move, Refusal, SetupError};
pub use strategies::{Optimal, STRATEGIES};
#[cfg(feature = "subject")]
pub use subject::SUBJECT;
// The types needed to call the engine, so that callers need no other dependency.
pub use table::{Budget, Evaluation, Expert, Game, Seeded, Side, Stopped, Value};
