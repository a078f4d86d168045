//! Tic-tac-toe (*morpion*) as a sixth game: everything that a game has to bring.
//!
//! `rules` and `notation` are the game, `game` makes it one of the table, `strategies` play it,
//! `expert` values it, and `hosting` brings it to terminal, page, analysis and records.
//! `main.rs` is `brelan` with this game registered.

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
