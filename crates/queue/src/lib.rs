//! Work handed to any number of machines through a queue of NATS: the games of a tournament, the
//! papers of a class.
//!
//! [`Games`] is a [`Venue`](arena::tournament::Venue): it puts each game as a job into the stream, waits
//! for a record, lets the referee go through it, and tells whoever played it once it is in the store.
//! [`Papers`] is a [`HomeworkJudge`](grade::HomeworkJudge) in the same way. A [`Worker`] takes jobs that its machine can
//! do, plays and judges as one machine does, and gives a job back when it ends.
//!
//! ```text
//! errand ── job ──▶ stream, one subject a kind of work ── job ──▶ worker
//!     ▲  └─ archives ─▶ object store ────────────── archives ──────┤
//!     └──────────────── record or report ◀─── asked until kept ────┘
//! ```
//!
//! **Invariant:** a job is acknowledged when what came of it is kept, or when nobody wants it any
//! more; a silent worker's jobs are handed out again.
//! **Invariant:** a job counts once, by its number, whatever arrives twice.
//! **Invariant:** neither side trusts the other: whatever arrives is bounded before it is read, a
//! worker runs nothing but archives in its cage, and a record counts when the referee writes the same.

mod archive;
mod counter;
mod deeds;
mod ear;
mod error;
mod game;
mod games;
mod hall;
mod job;
mod link;
mod needs;
mod opinions;
mod paper;
mod papers;
mod roll;
mod shelf;
mod shift;
mod trunk;
mod weighing;
mod worker;

pub use error::QueueError;
pub use games::Games;
pub use papers::Papers;
pub use worker::{Posting, Tidings, Worker};
