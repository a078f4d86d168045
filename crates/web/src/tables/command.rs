//! The commands of a table's actor.

use games::RegisteredGame;
use text::Language;
use tokio::sync::{mpsc, oneshot};

use super::hint::HintReply;
use super::watchers::{ReaderFormat, Snapshot, WatcherMessage};
use super::wire::{LastEvent, TableId, TableInfo};
use crate::error::RequestError;
use crate::server::secret::SecretDigest;
use crate::server::visitor::Requester;

/// The channel on which the actor sends the result of a command.
pub(crate) type ReplySender<T> = oneshot::Sender<Result<T, RequestError>>;

#[derive(Debug)]
pub(crate) struct TableRequest {
    pub(crate) by: Requester,
    pub(crate) command: TableCommand,
}

#[derive(Debug)]
pub(crate) enum TableCommand {
    Watch {
        format: ReaderFormat,
        reply: ReplySender<Subscription>,
    },
    Describe(ReplySender<TableInfo>),
    Play {
        text: String,
        /// Number of the question that the move answers.
        turn: usize,
        reply: ReplySender<LastEvent>,
    },
    Resign(ReplySender<LastEvent>),
    TakeBack(ReplySender<LastEvent>),
    Hint {
        language: Language,
        reply: ReplySender<HintReply>,
    },
    /// Returns the game and the position as the player who asks sees it.
    Sight(ReplySender<(&'static RegisteredGame, String)>),
    /// Seats the browser by an invitation.
    Join {
        invitation: SecretDigest,
        reply: ReplySender<()>,
    },
    /// Opens another table with the sides swapped.
    Rematch(ReplySender<TableId>),
    Record(ReplySender<String>),
}

/// A snapshot of a table, and the channel of all its messages after that.
#[derive(Debug)]
pub(crate) struct Subscription {
    pub(crate) snapshot: Snapshot,
    pub(crate) messages: mpsc::Receiver<WatcherMessage>,
}
