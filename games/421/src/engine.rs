//! The solver of 421: one round by backward induction over multisets of dice, the random walk of
//! tokens between rounds, and policy iteration over both.

pub(crate) mod lattice;
pub(crate) mod round;
pub(crate) mod ruin;
pub(crate) mod solution;
pub(crate) mod solver;
