//! The game of 421 between two players, with any number of tokens, and its exact solution.
//!
//! ```
//! use jeu421::{Budget, Exact, Expert, Game421, Seeded};
//!
//! let game: Game421 = "1/1".parse()?;
//! let found = Exact::default().evaluate(&game, &mut Seeded::new(0), &Budget::unlimited())?;
//! let first_wins = 171_702_818_839.0 / 396_105_341_039.0;
//! assert!((found.value.merit() - first_wins).abs() < 1e-12, "with one token each");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod combination;
mod dice;
mod engine;
mod expert;
mod game;
mod notation;
mod rules;
mod strategies;
mod verdict;

pub use combination::{
    Combination, decreasing2, decreasing3, is_421, is_sequence, is_triple, tokens, value,
};
pub use dice::{Again, Dice, Face};
pub use engine::card::{Advice, Card};
pub use engine::solution::Solution;
pub use engine::solver::Solver;
pub use expert::{Exact, greedy_move};
pub use notation::NotationError;
pub use rules::{Cheat, Effect, Game421, MAX_TOKENS, MOST_THROWS, Move, Refusal, SetupError};
pub use strategies::{Greedy, Naive, Optimal, STRATEGIES, Tricheur};
pub use verdict::{Settled, Verdict, settle_different, settle_equal};
// What it takes to ask the engine without another dependency.
pub use table::{Budget, Evaluation, Expert, Game, Seeded, Side, Stopped, Value};
