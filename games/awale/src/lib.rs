//! Awalé (*oware*) as the subject plays it: sowing, capturing, no starving, 100 turns.

mod board;
mod engine;
mod expert;
mod game;
mod notation;
mod rules;
mod strategies;

pub use board::{Board, PITS, Pit, SEEDS, SIDE, TooManySeeds};
pub use engine::packed::{FullPits, Packed};
pub use engine::rank::{Staircase, halves_below, halves_with, rank, unrank};
pub use engine::sweep::{Job, MAX_SWEPT, Sweep, row_of};
pub use engine::values::{Oracle, SMALL, Values, small_values};
pub use expert::{Engine, Oracles};
pub use notation::NotationError;
pub use rules::{Awale, Cheat, FEW_SEEDS, MAX_TURNS, Refusal, Sown};
pub use strategies::{CHEAT, GREEDY, Greedy, NAIVE, Naive, STRATEGIES, Tricheur};
