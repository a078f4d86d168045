//! Dominos for two under the subject's two rules: with Rule 1 whoever cannot play passes, with
//! Rule 2 whoever cannot play draws from the boneyard and passes.

mod board;
mod expert;
mod game;
mod inference;
mod notation;
mod playout;
mod policy;
mod rules;
mod seen;
mod solver;
mod source;
mod strategies;
mod subject;
mod tally;
mod tile;
mod view;
mod worlds;

pub use expert::Reasoner;
pub use notation::NotationError;
pub use rules::{Cheat, Dominos, Effect, End, Ends, Move, Refusal, Rule, SetupError};
pub use seen::{Fault, Seen};
pub use solver::Solver;
pub use strategies::{Naive, Rated, STRATEGIES, Tricheur, first, heaviest, skilful};
pub use subject::{
    Pair, SubjectError, deal, doubles, first_begins, full_box, histogram, is_before, lay,
    most_present, possible_at, possible_on, sorted_down, take_turn,
};
pub use tile::{MAX_PIPS, TILES, Tile, Tiles};
pub use view::{Step, View};
