//! The game of 421 between two players, with any number of tokens, and its exact solution.

mod card;
mod combination;
mod dice;
mod expert;
mod game;
mod lattice;
mod notation;
mod round;
mod ruin;
mod rules;
mod solution;
mod solver;
mod strategies;
mod verdict;

pub use card::{Advice, Card};
pub use combination::{
    Combination, decreasing2, decreasing3, is_421, is_sequence, is_triple, tokens, value,
};
pub use dice::{Again, Dice, Face};
pub use expert::{Exact, greedy_move};
pub use notation::PositionError;
pub use rules::{Cheat, Effect, Game421, MAX_TOKENS, MOST_THROWS, Move, Refusal, SetupError};
pub use solution::Solution;
pub use solver::Solver;
pub use strategies::{Expert, Greedy, Naive, STRATEGIES, Tricheur};
pub use verdict::{Settled, Verdict, settle_different, settle_equal};
