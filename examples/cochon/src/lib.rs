//! Pig (*le cochon*): the model of a game with chance and open information.
//!
//! A player throws one die again and again. Each face from 2 to 6 adds to the points of the turn; a 1
//! loses them. The player may keep the points at any time, which ends the turn. The first to reach 20
//! points wins.
//!
//! The files are those of `examples/morpion`. New here: `Game::turn` asks for chance, `Game::slot`
//! numbers the throws, and `Game::draw` lets the die fall.

mod drawing;
mod expert;
mod game;
mod hosting;
mod notation;
mod rules;
mod strategies;

text::catalogue!();

pub use expert::Exact;
pub use notation::NotationError;
pub use rules::{Cochon, Effect, Move, Refusal, TARGET};
pub use strategies::{Careful, Naive, Perfect, STRATEGIES};
