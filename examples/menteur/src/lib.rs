//! Liar's dice with one die each (*le menteur*): the model of a game with hidden information.
//!
//! Each side throws a die that it alone sees. In turn, the sides bid how many of the two dice show a
//! face: `1x4`, then a higher bid. Instead of bidding, a side may call the other a liar: the dice are
//! shown, and the bidder wins if the bid holds.
//!
//! The files are those of `examples/morpion`, and `view`: the game as one viewer sees it. `Game::view`
//! and `Game::show` give nothing else to players, programs, spectators and drawings.

mod drawing;
mod expert;
mod game;
mod hosting;
mod notation;
mod rules;
mod strategies;
mod view;

text::catalogue!();

pub use expert::Odds;
pub use notation::NotationError;
pub use rules::{Bid, Die, Effect, Menteur, Move, Refusal};
pub use strategies::{Bluffer, Naive, STRATEGIES, Truthful};
pub use view::View;
