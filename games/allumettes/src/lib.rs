//! The 13 matches, played from any number of matches, with any largest take, in one heap or
//! several, with the last match losing (the subject) or winning.

mod expert;
mod game;
mod notation;
mod rules;
mod strategies;

pub use expert::{Closed, best_take, is_won};
pub use notation::PositionError;
pub use rules::{
    Cheat, LastMatch, MAX_HEAPS, MAX_MATCHES, MAX_TAKE, Matches, Refusal, SetupError, Take, Taken,
    refusal,
};
pub use strategies::{Expert, Fast, Naive, STRATEGIES, Slow, Tricheur};
