//! Several nodes over one store: the notices they publish, and the tables each of them has.
//!
//! Nothing here knows HTTP or the rules of a game; the store holds everything that must not get lost.

pub(crate) mod bus;
pub(crate) mod presence;
