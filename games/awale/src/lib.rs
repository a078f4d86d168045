//! Awalé (*oware*) as the subject plays it: sowing, capturing, no starving, 100 turns.

mod board;
mod expert;
mod game;
mod notation;
mod packed;
pub mod pits;
mod rank;
mod rules;
mod search;
mod strategies;
mod sweep;
mod transposition;
mod values;

pub use board::{Board, PITS, Pit, SEEDS, SIDE, TooManySeeds};
pub use expert::{Engine, Oracles};
pub use notation::NotationError;
pub use packed::{FullPits, Packed};
pub use rank::{Staircase, halves_below, halves_with, rank, unrank};
pub use rules::{Awale, Cheat, FEW_SEEDS, MAX_TURNS, Refusal, Sown};
pub use strategies::{CHEAT, GREEDY, Greedy, NAIVE, Naive, STRATEGIES, Tricheur};
pub use sweep::{Job, MAX_SWEPT, Sweep, row_of};
pub use values::{Oracle, SMALL, Table, small_table};
