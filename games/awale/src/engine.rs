//! What makes awalé strong: packed boards, exact values where few seeds are left, and a search above
//! them.

pub(crate) mod packed;
pub(crate) mod rank;
pub(crate) mod search;
pub(crate) mod sweep;
pub(crate) mod transpositions;
pub(crate) mod values;
