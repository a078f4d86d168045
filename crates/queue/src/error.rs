//! Why a queue cannot be used.

use std::io;

use table::{Explain, Message};

use crate::archive::{ArchiveError, MOST_BYTES, MOST_FILES};

/// Why work cannot be handed out or taken.
#[derive(Debug, thiserror::Error)]
pub enum QueueError {
    /// Nobody answers there.
    #[error("no queue answers at {place}: {reason}")]
    Away {
        /// The address, without what lets somebody in.
        place: String,
        /// What the connection said.
        reason: String,
    },
    /// It answers, and keeps nothing.
    #[error("the server at {place} keeps no queue: {reason}")]
    NoStream {
        /// The address.
        place: String,
        /// What it said.
        reason: String,
    },
    /// It was there, and has been silent for longer than anybody waits.
    #[error("the queue at {0} has been silent too long")]
    Lost(String),
    /// Files that cannot be sent.
    #[error("the files of {owner} cannot be sent: {reason:?}")]
    Files {
        /// Whose.
        owner: String,
        /// Why.
        reason: Box<Message>,
    },
    /// An archive that arrives damaged however often it is sent.
    #[error("the files of {0} arrive damaged, however often they are sent")]
    Damaged(String),
    /// What no worker can do.
    #[error("no worker can do {work:?}: {reason}")]
    Undoable {
        /// How people call it.
        work: Box<Message>,
        /// What the last of them said.
        reason: String,
    },
    /// What this worker does, does not count.
    #[error("this worker was set aside")]
    Aside,
    /// A name that cannot be one.
    #[error("{0:?} is no name for a worker: letters, digits, - and _")]
    Name(String),
    /// Something of this machine.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl QueueError {
    pub(crate) fn packing(owner: &str, error: &ArchiveError) -> Self {
        let reason = match error {
            ArchiveError::TooLarge | ArchiveError::Damaged => Message::new("queue-too-large")
                .with("files", MOST_FILES)
                .with("megabytes", i64::try_from(MOST_BYTES >> 20).unwrap_or(0)),
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
            Self::Away { place, reason } => Message::new("queue-away")
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
            Self::Aside => Message::new("queue-aside"),
            Self::Name(name) => Message::new("queue-name").with("name", name.as_str()),
            Self::Io(error) => error.explain(),
        }
    }
}
