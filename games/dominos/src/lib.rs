//! Dominos for two under the subject's two rules: with Rule 1 whoever cannot play passes, with
//! Rule 2 whoever cannot play draws from the boneyard and passes.
//!
//! ```
//! use dominos::{Budget, Dominos, Expert, Game, Reasoner, Seeded, Side};
//!
//! let game: Dominos = "1x2 66,10/60,51 : 66".parse()?;
//! let (view, mut luck) = (game.view(Side::Second), Seeded::new(0));
//! let found = Reasoner::default().evaluate(view, &mut luck, &Budget::unlimited())?;
//! // Of the 25 tiles that the first side may hold, 11 fit after 6-0 and win; else nobody can lay
//! // any more, and with 5-1 the second side has fewer points than 6 of them, as many as 2.
//! assert!((found.value.merit() - (6.0 + 2.0 / 2.0) / 25.0).abs() < 1e-12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
mod expert;
mod game;
mod notation;
mod rules;
mod seen;
mod strategies;
mod subject;
mod tile;
mod view;

pub use engine::solver::Solver;
pub use expert::Reasoner;
pub use notation::NotationError;
pub use rules::{Cheat, Dominos, Effect, End, Ends, Move, Refusal, Rule, SetupError};
pub use seen::{ImpossibleView, Seen};
pub use strategies::{Naive, Rated, STRATEGIES, Tricheur, first, heaviest, skilful};
pub use subject::{
    Pair, SubjectError, deal, doubles, first_begins, full_box, histogram, is_before, lay,
    most_present, possible_at, possible_on, sorted_down, take_turn,
};
pub use tile::{MAX_PIPS, TILES, Tile, Tiles};
pub use view::{Step, View};
// What it takes to ask the engine without another dependency.
pub use table::{Budget, Evaluation, Expert, Game, Seeded, Side, Stopped, Value};
