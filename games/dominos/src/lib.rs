//! Dominos for two players under the subject's two rules: under Rule 1 a player who cannot play
//! passes, under Rule 2 such a player draws a tile from the boneyard and passes.
//!
//! ```
//! use dominos::{Budget, Dominos, Expert, Game, Engine, Seeded, Side};
//!
//! let game: Dominos = "1x2 66,10/60,51 : 66".parse()?;
//! let (view, mut luck) = (game.view(Side::Second), Seeded::new(0));
//! let found = Engine::default().evaluate(view, &mut luck, &Budget::unlimited())?;
//! // The first side holds one of 25 tiles. After 6-0, 11 of them fit and win; with the others no side
//! // can lay, and with 5-1 the second side has fewer points than 6 of them and as many as 2.
//! assert!((found.value.merit() - (6.0 + 2.0 / 2.0) / 25.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod expert;
mod game;
#[cfg(feature = "hosting")]
mod hosting;
mod notation;
mod pairs;
mod rules;
mod seen;
mod strategies;
#[cfg(feature = "subject")]
mod subject;
mod tile;
mod view;

#[cfg(feature = "hosting")]
text::catalogue!();

pub use engine::solver::Solver;
pub use expert::Engine;
pub use notation::NotationError;
pub use pairs::{
    Pair, deal, doubles, first_begins, full_box, histogram, is_before, lay, most_present,
    possible_at, possible_on, sorted_down, take_turn,
};
pub use rules::{Cheat, Dominos, Effect, End, Ends, Move, Refusal, Rule, SetupError};
pub use seen::{ImpossibleView, Seen};
pub use strategies::STRATEGIES;
#[cfg(feature = "subject")]
pub use subject::SUBJECT;
pub use tile::{MAX_PIPS, TILES, Tile, Tiles};
pub use view::View;
// The types needed to call the engine, so that callers need no other dependency.
pub use table::{Budget, Evaluation, Expert, Game, Seeded, Side, Stopped, Value};
