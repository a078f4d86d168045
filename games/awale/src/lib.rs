//! Awalé (*oware*) as the subject plays it: sowing, capturing, no starving, 100 turns.

mod board;
mod game;
mod notation;
mod packed;
mod rank;
mod rules;
mod sweep;
mod values;

pub use board::{Board, PITS, Pit, SEEDS, SIDE, TooManySeeds};
pub use notation::NotationError;
pub use packed::Packed;
pub use rank::{Staircase, halves_below, halves_with, rank, unrank};
pub use rules::{Awale, Cheat, FEW_SEEDS, MAX_TURNS, Refusal, Sown};
pub use sweep::{Job, MAX_SWEPT, Sweep, row_of};
pub use values::{Oracle, SMALL, Table, small_table};
