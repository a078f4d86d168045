//! Dispatches the games of a tournament and the submissions of a class to workers on other machines,
//! through `JetStream`, the persistent queue of NATS.
//!
//! A batch is one tournament or one class. [`QueueVenue`] is a
//! [`GameExecutor`](tournament::GameExecutor): for each game it publishes a job, waits for a record,
//! checks the record with the referee, and confirms the result once the game is stored. [`QueueJudge`]
//! is a [`HomeworkJudge`](grade::HomeworkJudge) that does the same with submissions. A [`Worker`] takes
//! jobs that its machine can do, executes them, and gives unfinished ones back when it ends.
//!
//! ```text
//! dispatcher ── job ──▶ stream, one subject a kind of work ── job ──▶ worker
//!     ▲  └─ archives ─▶ object store ──────────────── archives ──────┤
//!     └────────── record or report ◀── sent until a receipt comes ───┘
//! ```
//!
//! **Invariant:** neither side trusts the other: messages have size limits, a worker runs foreign code
//! only from archives and in its cage, and a record counts only if the referee writes the same bytes.
//! With a key, results count only if a worker that has the key signed them.

mod acceptance;
mod access;
mod archive;
mod batch;
mod blame;
mod cache;
mod connection;
mod dispatcher;
mod error;
mod executor;
mod fetcher;
mod game_job;
mod job;
mod job_run;
mod judge;
mod listener;
mod pending;
mod presence;
mod requirements;
mod result;
mod seal;
#[cfg(test)]
mod server_tests;
mod submission_job;
mod upload;
mod venue;
mod wire;
mod worker;

text::catalogue!();

use std::sync::{Mutex, MutexGuard, PoisonError};

pub use access::QueueAccess;
pub use error::{PackError, QueueError};
pub use job::JobTitle;
pub use judge::QueueJudge;
pub use venue::QueueVenue;
pub use worker::{Worker, WorkerConfig, WorkerEvent};

/// Locks a mutex. Poisoning is ignored: the state behind these locks is valid after a panic.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
