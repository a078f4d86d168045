//! The games of a tournament, handed to any number of machines through a work queue of NATS.
//!
//! A tournament holds a [`Queue`], which is a [`Venue`](arena::tournament::Venue): it puts each game
//! as a job into the stream, waits for a record, lets the referee go through it, and tells whoever
//! played it once it is in the store. A [`Worker`] takes jobs that its machine can play, plays them
//! as a tournament on one machine does, and gives a job back when it ends.
//!
//! ```text
//! tournament ── job ──▶ stream, one subject a kind of game ── job ──▶ worker
//!     ▲  └─ archives ─▶ object store ────────────── archives ──────────┤
//!     └──────────────── record ◀─── asked until it is kept ────────────┘
//! ```
//!
//! **Invariant:** a job is acknowledged when its game is in the tournament's store, or when nobody
//! wants it any more; a silent worker's jobs are handed out again.
//! **Invariant:** a game counts once, by its number, whatever arrives twice.
//! **Invariant:** neither side trusts the other: whatever arrives is bounded before it is read, a
//! worker runs nothing but archives in its cage, and a record counts when the referee writes the same.

mod archive;
mod ear;
mod error;
mod hall;
mod job;
mod link;
mod needs;
mod opinions;
mod roll;
mod shelf;
mod shift;
mod trunk;
mod worker;

pub use error::QueueError;
pub use hall::Queue;
pub use worker::{Posting, Tidings, Worker};
