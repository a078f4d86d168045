//! What may be asked of a table.

use tokio::sync::{mpsc, oneshot};

use crate::failure::Failure;
use crate::secret::Digest;
use crate::wire::Description;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// What may be asked of a table.
#[derive(Debug)]
pub(crate) enum Command {
    /// Everything after a number, and whatever comes.
    Watch {
        who: Option<Digest>,
        after: Option<usize>,
        reply: Reply<Watching>,
    },
    Describe {
        who: Option<Digest>,
        reply: Reply<Description>,
    },
    Play {
        who: Digest,
        text: String,
        turn: usize,
        reply: Reply<usize>,
    },
    Resign {
        who: Digest,
        reply: Reply<usize>,
    },
    TakeBack {
        who: Digest,
        reply: Reply<usize>,
    },
    Hint {
        who: Digest,
        reply: Reply<String>,
    },
    Sit {
        who: Digest,
        invitation: Digest,
        reply: Reply<()>,
    },
    Again {
        who: Digest,
        reply: Reply<String>,
    },
    Record {
        reply: Reply<String>,
    },
}

/// A place among the watchers: what was missed, and what comes.
#[derive(Debug)]
pub(crate) struct Watching {
    pub(crate) missed: Vec<String>,
    pub(crate) news: mpsc::Receiver<String>,
}
