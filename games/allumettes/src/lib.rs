//! The 13 matches: heaps of matches of any size, any maximum for one turn, and the last match losing
//! (as in the subject) or winning.
//!
//! ```
//! use allumettes::{Budget, Engine, Expert, Matches, Seeded, Value};
//!
//! let game: Matches = "13".parse()?;
//! let found = Engine.evaluate(&game, &mut Seeded::new(0), &Budget::unlimited())?;
//! assert_eq!(found.value, Value::of_win(false), "the player who begins with 13 loses");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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

pub use expert::{Engine, best_take, is_won};
pub use notation::NotationError;
pub use rules::{
    Cheat, MAX_HEAPS, MAX_MATCHES, MAX_TAKE, Matches, Refusal, SetupError, Take, Taken,
};
pub use strategies::{Cheater, Fast, STRATEGIES, Slow};
#[cfg(feature = "subject")]
pub use subject::SUBJECT;
// The types needed to call the engine, so that callers need no other dependency.
pub use table::{Budget, Evaluation, Expert, Game, Seeded, Side, Stopped, Value};
