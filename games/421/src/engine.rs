//! What makes 421 exact: multisets of dice, one round backwards, the walk between rounds, and policy
//! iteration over them.

pub(crate) mod card;
pub(crate) mod lattice;
pub(crate) mod round;
pub(crate) mod ruin;
pub(crate) mod solution;
pub(crate) mod solver;
