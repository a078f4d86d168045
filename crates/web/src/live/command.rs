//! What may be asked of a table.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{mpsc, oneshot};

use crate::failure::Failure;
use crate::secret::Digest;
use crate::visitor::Visitor;
use crate::wire::Description;

pub(crate) type Reply<T> = oneshot::Sender<Result<T, Failure>>;

/// What may be asked of a table.
#[derive(Debug)]
pub(crate) enum Command {
    /// Everything after a number, and whatever comes.
    Watch {
        who: Option<Digest>,
        from: Visitor,
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
        from: Visitor,
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
    pub(crate) missed: Vec<Utf8Bytes>,
    pub(crate) next: Coming,
}

/// What comes after what was missed.
#[derive(Debug)]
pub(crate) enum Coming {
    /// More that was missed, after this number: to be asked for when there is room for it.
    More(usize),
    /// Whatever happens from now on.
    News(mpsc::Receiver<Utf8Bytes>),
}
