//! The 13 matches, played from any number of matches, with any largest take, in one heap or
//! several, with the last match losing (the subject) or winning.
//!
//! ```
//! use allumettes::{Budget, Closed, Expert, Matches, Seeded, Value};
//!
//! let game: Matches = "13".parse()?;
//! let found = Closed.evaluate(&game, &mut Seeded::new(0), &Budget::unlimited())?;
//! assert_eq!(found.value, Value::of_win(false), "whoever begins with 13 loses");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod expert;
mod game;
mod notation;
mod rules;
mod strategies;

pub use expert::{Closed, best_take, is_won};
pub use notation::NotationError;
pub use rules::{
    Cheat, LastMatch, MAX_HEAPS, MAX_MATCHES, MAX_TAKE, Matches, Refusal, SetupError, Take, Taken,
    refusal,
};
pub use strategies::{Fast, Naive, Optimal, STRATEGIES, Slow, Tricheur};
// What it takes to ask the engine without another dependency.
pub use table::{Budget, Evaluation, Expert, Game, Seeded, Side, Stopped, Value};
