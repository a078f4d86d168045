//! What may be asked of a table.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use house::Offer;
use tokio::sync::{mpsc, oneshot};

use crate::failure::Failure;
use crate::log::Log;
use crate::secret::Digest;
use crate::visitor::Asker;
use crate::wire::{Description, Hint, Role};

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// A question, and who asks it.
#[derive(Debug)]
pub(crate) struct Asked {
    pub(crate) by: Asker,
    pub(crate) command: Command,
}

/// What may be asked of a table.
#[derive(Debug)]
pub(crate) enum Command {
    /// Everything there was, and whatever comes.
    Watch {
        reply: Reply<Watching>,
    },
    Describe {
        reply: Reply<Description>,
    },
    Play {
        text: String,
        turn: usize,
        reply: Reply<usize>,
    },
    Resign {
        reply: Reply<usize>,
    },
    TakeBack {
        reply: Reply<usize>,
    },
    /// Advice to whoever asks.
    Hint {
        reply: Reply<Hint>,
    },
    /// What whoever asks sees and has to choose in, to be valued.
    Sight {
        reply: Reply<(&'static Offer, String)>,
    },
    Sit {
        invitation: Digest,
        reply: Reply<()>,
    },
    Again {
        reply: Reply<String>,
    },
    Record {
        reply: Reply<String>,
    },
}

/// A place among the watchers: the table, what happened so far, and what comes.
#[derive(Debug)]
pub(crate) struct Watching {
    pub(crate) table: Utf8Bytes,
    pub(crate) role: Role,
    pub(crate) log: Arc<Log>,
    pub(crate) news: mpsc::Receiver<Utf8Bytes>,
}
