//! The engine of Puissance 4: the packed board, the solver on it, and the opening book.

pub(crate) mod board;
pub mod book;
pub(crate) mod playout;
pub(crate) mod solver;
