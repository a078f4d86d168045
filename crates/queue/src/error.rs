//! Errors of the queue, for the commands that dispatch jobs and for workers.

use std::io;

use table::{Explain, Message};

use crate::archive::{ArchiveError, MAX_BYTES, MAX_FILES};

/// Reason why jobs cannot be dispatched or taken.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// The server does not answer.
    #[error("no queue answers at {place}: {reason}")]
    Unreachable {
        /// Address of the server, without user and password.
        place: String,
        /// Error of the connection.
        reason: String,
    },
    /// The server answers, but has no `JetStream` or refuses to store.
    #[error("the server at {place} refuses to store jobs: {reason}")]
    NoStream {
        /// Address of the server, without user and password.
        place: String,
        /// Error of the server.
        reason: String,
    },
    /// The server answered before, and has been silent for more than a minute.
    #[error("the server at {0} has been silent for more than a minute")]
    Lost(String),
    /// A folder cannot be packed.
    #[error("the files of {owner} cannot be sent: {reason:?}")]
    Files {
        /// Name of the player, or path of the submission.
        owner: String,
        /// Explanation for people.
        reason: Box<Message>,
    },
    /// An archive was damaged at workers five times, although it was uploaded again each time.
    #[error("the files of {0} are still damaged after five uploads")]
    Damaged(String),
    /// A job is too large, or was refused by workers five times.
    #[error("no worker can do {work:?}: {reason}")]
    Undoable {
        /// Title of the job.
        work: Box<Message>,
        /// Reason of the last refusal.
        reason: String,
    },
    /// A dispatcher has excluded this worker: none of its results count.
    #[error("the dispatcher has excluded this worker")]
    Excluded,
    /// The name given to a worker is empty, too long, or has other characters.
    #[error("{0:?} cannot name a worker: use up to 64 letters, digits, - and _")]
    InvalidName(String),
    /// An error of this machine.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl QueueError {
    /// The error for files that could not be packed.
    pub(crate) fn from_packing(owner: &str, error: &ArchiveError) -> Self {
        let reason = match error {
            ArchiveError::TooLarge | ArchiveError::Damaged => Message::new("queue-too-large")
                .with("files", MAX_FILES)
                .with("megabytes", i64::try_from(MAX_BYTES >> 20).unwrap_or(0)),
            ArchiveError::Io(error) => error.explain(),
        };
        Self::Files {
            owner: owner.to_owned(),
            reason: Box::new(reason),
        }
    }
}

impl Explain for QueueError {
    fn explain(&self) -> Message {
        match self {
            Self::Unreachable { place, reason } => Message::new("queue-away")
                .with("place", place.as_str())
                .with("reason", reason.as_str()),
            Self::NoStream { place, reason } => Message::new("queue-no-stream")
                .with("place", place.as_str())
                .with("reason", reason.as_str()),
            Self::Lost(place) => Message::new("queue-lost").with("place", place.as_str()),
            Self::Files { owner, reason } => Message::new("queue-files")
                .with("owner", owner.as_str())
                .with("reason", (**reason).clone()),
            Self::Damaged(owner) => Message::new("queue-damaged").with("owner", owner.as_str()),
            Self::Undoable { work, reason } => Message::new("queue-undoable")
                .with("work", (**work).clone())
                .with("reason", reason.as_str()),
            Self::Excluded => Message::new("queue-aside"),
            Self::InvalidName(name) => Message::new("queue-name").with("name", name.as_str()),
            Self::Io(error) => error.explain(),
        }
    }
}
