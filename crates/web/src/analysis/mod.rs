//! Work about positions rather than tables: values, reviews, the analysis board, drawings, and the pool
//! of threads that long work runs on.
//!
//! Nothing here knows sockets, seats or players.

pub(crate) mod drawings;
pub(crate) mod engines;
pub(crate) mod ndjson;
pub(crate) mod review;
pub(crate) mod study;
pub(crate) mod values;
