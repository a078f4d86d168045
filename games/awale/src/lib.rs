//! Awalé (*oware*) as the subject plays it: sowing, capturing, no starving, 100 turns.

mod board;
mod game;
mod notation;
mod packed;
mod rules;

pub use board::{Board, PITS, Pit, SEEDS, SIDE, TooManySeeds};
pub use notation::NotationError;
pub use packed::Packed;
pub use rules::{Awale, Cheat, FEW_SEEDS, MAX_TURNS, Refusal, Sown};
