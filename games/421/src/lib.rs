//! The game of 421 between two players, with any number of tokens.

mod combination;
mod dice;
mod game;
mod notation;
mod rules;

pub use combination::{
    Combination, decreasing2, decreasing3, is_421, is_sequence, is_triple, tokens, value,
};
pub use dice::{Again, Dice, Face};
pub use notation::PositionError;
pub use rules::{
    Cheat, Effect, Game421, MAX_TOKENS, MOST_THROWS, Move, Refusal, Settled, SetupError, Verdict,
    settle_different, settle_equal,
};
