//! The engine of awalé: packed boards, exact values of boards with few seeds, and an alpha-beta
//! search that ends at them.

pub(crate) mod packed;
pub(crate) mod rank;
pub(crate) mod search;
pub(crate) mod sweep;
pub(crate) mod transpositions;
pub(crate) mod values;
