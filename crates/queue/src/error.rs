//! Errors of the queue, for the commands that dispatch jobs and for workers.

use std::io;

use sandbox::ProgramFailure;
use table::Explain;

use crate::access::MIN_KEY_BYTES;
use crate::archive::{MAX_BYTES, MAX_FILES};
use crate::job::JobTitle;

/// Reason why jobs cannot be dispatched or taken.
#[derive(Debug, Explain)]
pub enum QueueError {
    /// The server does not answer.
    #[message("queue-unreachable")]
    Unreachable {
        /// Address of the server, without user and password.
        place: String,
        /// Error of the connection.
        reason: String,
    },
    /// The server lets everyone in, and that was not allowed.
    #[message("queue-open", place = _0)]
    Open(String),
    /// The key file cannot be read.
    #[message("queue-key-unreadable")]
    KeyUnreadable {
        /// Path of the file.
        path: String,
        /// Error of the file system.
        reason: String,
    },
    /// Others than its owner may read or write the key file.
    #[message("queue-key-exposed", path = _0)]
    KeyExposed(String),
    /// The key is too short.
    #[message("queue-key-short", path = _0, bytes = MIN_KEY_BYTES)]
    KeyShort(String),
    /// The dispatcher expects another key than this worker has.
    #[message("queue-key-other")]
    KeyOther,
    /// The server answers, but has no `JetStream` or refuses to store.
    #[message("queue-no-stream")]
    NoStream {
        /// Address of the server, without user and password.
        place: String,
        /// Error of the server.
        reason: String,
    },
    /// The server answered before, and has been silent for more than a minute.
    #[message("queue-lost", place = _0)]
    Lost(String),
    /// A folder cannot be packed.
    #[message("queue-files", reason = explain(reason))]
    Files {
        /// Name of the player, or path of the submission.
        owner: String,
        /// Error of the packing.
        #[source]
        reason: PackError,
    },
    /// An archive was damaged at workers five times, although it was uploaded again each time.
    #[message("queue-damaged", owner = _0)]
    Damaged(String),
    /// A job is too large, or was refused by workers five times.
    #[message("queue-undoable", work = explain(work))]
    Undoable {
        /// Title of the job.
        work: JobTitle,
        /// Reason of the last refusal.
        reason: String,
    },
    /// A job failed on two workers, or twice on the only one: it is not the machine's fault.
    #[message("queue-broken", work = explain(work))]
    Broken {
        /// Title of the job.
        work: JobTitle,
        /// Names of the workers.
        workers: String,
        /// Reason of the last failure.
        reason: String,
    },
    /// Two workers, or a worker and this machine, judged one submission differently.
    #[message("queue-differs", work = explain(work))]
    Differs {
        /// Title of the job.
        work: JobTitle,
        /// Name of the worker whose report came first.
        worker: String,
        /// Name of the other worker, or of this machine.
        other: String,
        /// Names of the checks that differ.
        checks: String,
    },
    /// A dispatcher has excluded this worker: none of its results count.
    #[message("queue-excluded")]
    Excluded,
    /// The name given to a worker is empty, too long, or has other characters.
    #[message("queue-name", name = _0)]
    InvalidName(String),
    /// An error of this machine.
    #[message(transparent)]
    Io(#[from] io::Error),
}

impl QueueError {
    /// The error for files that cannot be packed.
    pub(crate) fn from_packing(owner: &str, reason: impl Into<PackError>) -> Self {
        Self::Files {
            owner: owner.to_owned(),
            reason: reason.into(),
        }
    }
}

/// Reason why the files of a player or a submission cannot be packed.
#[derive(Debug, Explain)]
pub enum PackError {
    /// More files, bytes or nested folders than allowed.
    #[message("queue-too-large", files = MAX_FILES, megabytes = MAX_BYTES >> 20)]
    TooLarge,
    /// The player's program does not exist or cannot be run.
    #[message(transparent)]
    Program(#[from] ProgramFailure),
    /// A file cannot be read.
    #[message(transparent)]
    Io(#[from] io::Error),
}
