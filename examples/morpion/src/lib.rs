//! Tic-tac-toe (*morpion*): the model of a game in which all is visible and nothing is random.
//!
//! `rules` and `notation` are the game, `game` implements `table::Game`, `strategies` and `expert`
//! choose and evaluate moves, `hosting` and `drawing` show the game at the terminal and on the page.
//! `main.rs` is `brelan` with this game registered. `examples/cochon` is the model of a game with
//! chance, `examples/menteur` of one with hidden information.

mod drawing;
mod expert;
mod game;
mod hosting;
mod notation;
mod rules;
mod strategies;

text::catalogue!();

pub use expert::Exhaustive;
pub use notation::NotationError;
pub use rules::{Cell, Mark, Morpion, Refusal, Wipe};
pub use strategies::{Naive, Perfect, STRATEGIES};
