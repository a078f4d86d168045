//! Tic-tac-toe (*morpion*) as a sixth game of the house: everything that a game has to bring.
//!
//! `rules` and `notation` are the game, `game` makes it one of the table, `strategies` play it,
//! `expert` values it, and `house` gives it a seat at terminal, page, analysis and records.
//! `main.rs` is `brelan` with this game let in.

mod drawing;
mod expert;
mod game;
mod house;
mod notation;
mod rules;
mod strategies;

pub use expert::Exhaustive;
pub use notation::NotationError;
pub use rules::{Cell, Mark, Morpion, Refusal, Wipe};
pub use strategies::{Naive, Perfect, STRATEGIES};
