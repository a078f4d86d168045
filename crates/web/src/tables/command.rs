//! The commands of a table's actor.

use games::RegisteredGame;
use text::Language;
use tokio::sync::{mpsc, oneshot};

use super::watchers::{ReaderFormat, Snapshot, WatcherMessage};
use super::wire::{HintReply, TableInfo};
use crate::error::RequestError;
use crate::server::secret::SecretDigest;
use crate::server::visitor::Requester;

/// Where the actor sends the result of a command.
pub(crate) type ReplySender<T> = oneshot::Sender<Result<T, RequestError>>;

/// A command, and the browser that sent it.
#[derive(Debug)]
pub(crate) struct TableRequest {
    pub(crate) by: Requester,
    pub(crate) command: TableCommand,
}

/// A command of a browser to a table.
#[derive(Debug)]
pub(crate) enum TableCommand {
    /// Watches the table from now on.
    Watch {
        format: ReaderFormat,
        reply: ReplySender<Subscription>,
    },
    /// Describes the table to the browser.
    Describe { reply: ReplySender<TableInfo> },
    /// Plays a move; returns the number of the last event.
    Play {
        text: String,
        /// Number of the question that the move answers.
        turn: usize,
        reply: ReplySender<usize>,
    },
    /// Resigns; returns the number of the last event.
    Resign { reply: ReplySender<usize> },
    /// Takes the last move back; returns the number of the last event.
    TakeBack { reply: ReplySender<usize> },
    /// Advises the player who asks, in a language.
    Hint {
        language: Language,
        reply: ReplySender<HintReply>,
    },
    /// Returns the game and the position as the player who asks sees it.
    Sight {
        reply: ReplySender<(&'static RegisteredGame, String)>,
    },
    /// Seats the browser by an invitation.
    Join {
        invitation: SecretDigest,
        reply: ReplySender<()>,
    },
    /// Opens another table with the sides swapped; returns its id.
    Rematch { reply: ReplySender<String> },
    /// Returns the record of a game that is over.
    Record { reply: ReplySender<String> },
}

/// The table as it is, and its messages from then on.
#[derive(Debug)]
pub(crate) struct Subscription {
    pub(crate) snapshot: Snapshot,
    pub(crate) messages: mpsc::Receiver<WatcherMessage>,
}
