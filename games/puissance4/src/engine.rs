//! What makes Puissance 4 exact: the packed board, the solver on it, and the book of openings.

pub(crate) mod board;
pub mod book;
pub(crate) mod playout;
pub(crate) mod solver;
