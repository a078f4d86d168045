//! The sockets that watch a table, and the messages that each is sent.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use store::SeatRow;
use text::Language;
use tokio::sync::mpsc;

use super::log::EventLog;
use super::role::TableRole;
use super::wire::{ReaderView, SocketMessage};
use crate::error::RequestError;
use crate::server::secret::SecretDigest;
use crate::server::visitor::{Requester, Visitor};

/// Maximum number of messages that wait for one socket; a slower one is closed and connects again.
const QUEUE: usize = 256;
/// Maximum number of spectators of one table, in all and from one address.
const MOST_SPECTATORS: usize = 64;
const MOST_OF_ONE_ADDRESS: usize = 32;
/// Maximum number of sockets of one player at one table.
const MOST_OF_ONE_PLAYER: usize = 16;

#[derive(Clone, Debug)]
pub(crate) enum WatcherMessage {
    /// An event as JSON, and its number.
    Event { number: usize, text: Utf8Bytes },
    /// Any other message as JSON.
    Info(Utf8Bytes),
    /// The game was replayed: the socket sends the events of this log that its reader misses.
    Resync(Box<Snapshot>),
}

/// A table at one instant, for one reader.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub(crate) table: Utf8Bytes,
    pub(crate) reader: ReaderView,
    pub(crate) log: Arc<EventLog>,
}

/// Language and format of a browser's board: the part of a [`ReaderView`] that the browser chooses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReaderFormat {
    pub(crate) language: Language,
    pub(crate) tall: bool,
}

#[derive(Debug)]
struct Watcher {
    by: Requester,
    format: ReaderFormat,
    messages: mpsc::Sender<WatcherMessage>,
}

#[derive(Debug, Default)]
pub(super) struct Watchers(Vec<Watcher>);

/// The role of a browser at a table with these seats.
pub(super) fn role_of(seats: &[SeatRow; 2], who: Option<&SecretDigest>) -> TableRole {
    let holds = |seat: &SeatRow| who.is_some_and(|who| seat.holder.as_ref() == Some(&who.0));
    TableRole::from_seats(seats.each_ref().map(holds))
}

impl Watcher {
    fn reader(&self, seats: &[SeatRow; 2]) -> ReaderView {
        ReaderView {
            role: role_of(seats, self.by.who.as_ref()),
            language: self.format.language,
            tall: self.format.tall,
        }
    }
}

impl Watchers {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn prune(&mut self) {
        self.0.retain(|watcher| !watcher.messages.is_closed());
    }

    /// Adds a socket; returns its view, and its messages from now on.
    pub(super) fn add(
        &mut self,
        seats: &[SeatRow; 2],
        by: Requester,
        format: ReaderFormat,
    ) -> Result<(ReaderView, mpsc::Receiver<WatcherMessage>), RequestError> {
        self.prune();
        if !self.has_room(seats, &by) {
            return Err(RequestError::TooManyWatchers);
        }
        let (messages, receiver) = mpsc::channel(QUEUE);
        let watcher = Watcher {
            by,
            format,
            messages,
        };
        let reader = watcher.reader(seats);
        self.0.push(watcher);
        Ok((reader, receiver))
    }

    /// Whether this browser may open another socket; players and spectators have limits of their own.
    fn has_room(&self, seats: &[SeatRow; 2], by: &Requester) -> bool {
        let role = |by: &Requester| role_of(seats, by.who.as_ref());
        if role(by) != TableRole::Spectator {
            let own = self.0.iter().filter(|watcher| watcher.by.who == by.who);
            return own.count() < MOST_OF_ONE_PLAYER;
        }
        let watchers = self.0.iter().map(|watcher| &watcher.by);
        let spectators = watchers.filter(|by| role(by) == TableRole::Spectator);
        let spectators: Vec<Visitor> = spectators.map(|by| by.from).collect();
        let of_one = spectators.iter().filter(|from| **from == by.from);
        spectators.len() < MOST_SPECTATORS && of_one.count() < MOST_OF_ONE_ADDRESS
    }

    /// Sends every socket its message; the message is made once for each view. A socket that is too
    /// far behind is dropped.
    pub(super) fn send(
        &mut self,
        seats: &[SeatRow; 2],
        mut message: impl FnMut(ReaderView) -> WatcherMessage,
    ) {
        let mut made: Vec<(ReaderView, WatcherMessage)> = Vec::new();
        self.0.retain(|watcher| {
            let reader = watcher.reader(seats);
            let known = made.iter().position(|(view, _)| *view == reader);
            let place = known.unwrap_or_else(|| {
                made.push((reader, message(reader)));
                made.len() - 1
            });
            watcher.messages.try_send(made[place].1.clone()).is_ok()
        });
    }

    pub(super) fn send_info(
        &mut self,
        seats: &[SeatRow; 2],
        message: impl Fn(ReaderView) -> SocketMessage,
    ) {
        self.send(seats, |reader| {
            WatcherMessage::Info(message(reader).text().into())
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::secret::digest;

    const ENGLISH: ReaderFormat = ReaderFormat {
        language: Language::English,
        tall: false,
    };

    fn seats() -> [SeatRow; 2] {
        let seat = |name: &str| SeatRow {
            holder: Some(digest(name).0),
            invitation: None,
        };
        [seat("ana"), seat("ben")]
    }

    fn spectator(address: u8) -> Requester {
        Requester {
            from: Visitor::at([192, 0, 2, address].into()),
            who: None,
        }
    }

    fn player(name: &str) -> Requester {
        Requester {
            who: Some(digest(name)),
            ..spectator(0)
        }
    }

    #[test]
    fn spectators_are_bounded_and_leave_room_for_players() {
        let (mut watchers, seats) = (Watchers::default(), seats());
        let mut open = Vec::new();
        for address in [1, 2] {
            for _ in 0..MOST_OF_ONE_ADDRESS {
                open.push(watchers.add(&seats, spectator(address), ENGLISH).unwrap());
            }
            let refused = watchers.add(&seats, spectator(address), ENGLISH);
            assert!(matches!(refused, Err(RequestError::TooManyWatchers)));
        }
        assert!(watchers.add(&seats, spectator(3), ENGLISH).is_err());
        for _ in 0..MOST_OF_ONE_PLAYER {
            open.push(watchers.add(&seats, player("ana"), ENGLISH).unwrap());
        }
        assert!(watchers.add(&seats, player("ana"), ENGLISH).is_err());
        assert!(watchers.add(&seats, player("ben"), ENGLISH).is_ok());
    }

    #[test]
    fn a_message_is_made_once_for_each_view() {
        let (mut watchers, seats) = (Watchers::default(), seats());
        let french = ReaderFormat {
            language: Language::French,
            ..ENGLISH
        };
        let readers = [
            (spectator(1), ENGLISH),
            (spectator(2), ENGLISH),
            (spectator(3), french),
            (player("ana"), ENGLISH),
        ];
        let open = readers.map(|(by, format)| watchers.add(&seats, by, format).unwrap());
        let mut made = Vec::new();
        watchers.send(&seats, |reader| {
            made.push(reader);
            WatcherMessage::Info(Utf8Bytes::default())
        });
        assert_eq!(made.len(), 3, "{made:?}");
        for (_, mut messages) in open {
            assert!(messages.try_recv().is_ok());
        }
    }

    #[test]
    fn a_socket_that_is_too_far_behind_is_dropped() {
        let (mut watchers, seats) = (Watchers::default(), seats());
        let _slow = watchers.add(&seats, spectator(1), ENGLISH).unwrap();
        for _ in 0..=QUEUE {
            watchers.send_info(&seats, |_| SocketMessage::Reset);
        }
        assert!(watchers.is_empty());
    }
}
