//! What makes dominos strong: worlds that agree with what was seen, what the opponent's choices say
//! of them, and a solver for each.

pub(crate) mod board;
pub(crate) mod inference;
pub(crate) mod playout;
pub(crate) mod policy;
pub(crate) mod solver;
pub(crate) mod source;
pub(crate) mod tally;
pub(crate) mod worlds;
