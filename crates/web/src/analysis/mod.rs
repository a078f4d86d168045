//! Work about positions rather than tables: values, reviews, the analysis board, drawings, and the pool
//! of threads that long work runs on.
//!
//! Nothing here knows sockets, seats or players.

pub(crate) mod drawings;
pub(crate) mod engines;
pub(crate) mod ndjson;
mod permit_queue;
pub(crate) mod review;
mod sliced_clock;
pub(crate) mod study;
pub(crate) mod values;
