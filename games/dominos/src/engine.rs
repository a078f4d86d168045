//! The engine of dominos: sampling of hidden tiles, inference from the opponent's choices, and a
//! solver for games with all tiles visible.

pub(crate) mod board;
pub(crate) mod heuristic;
pub(crate) mod inference;
pub(crate) mod playout;
pub(crate) mod solver;
pub(crate) mod tally;
pub(crate) mod world_source;
pub(crate) mod worlds;
