//! Dominos for two under the subject's two rules: with Rule 1 whoever cannot play passes, with
//! Rule 2 whoever cannot play draws from the boneyard and passes.

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
