//! The socket of a browser at a table: the events it missed, then each event as it happens.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use host::EventView;
use serde::Deserialize;
use text::Language;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at};

use super::command::{Subscription, TableCommand};
use super::log::EventLog;
use super::trail::EffectTrail;
use super::watchers::{ReaderFormat, Snapshot, WatcherMessage};
use super::wire::{ReaderView, SocketMessage, TableEvent};
use crate::Hub;
use crate::analysis::engines::JobKind;
use crate::error::RequestError;
use crate::server::connections::ConnectionGuard;
use crate::server::language::parse_language;
use crate::server::limits::RateLimit;
use crate::server::visitor::{Requester, Visitor};

/// Largest frame of a browser in bytes. Browsers send none: moves are requests.
const LARGEST_FRAME: usize = 1024;
/// Bytes of the read buffer, most of the memory of an idle socket; the library's default is 128 KiB.
const READ_BUFFER: usize = 2048;
/// Bytes that may wait for a browser that reads too slowly.
const WRITE_BUFFER: usize = 256 * 1024;
/// Bytes of past events that are made at a time: the memory that a browser that never reads can hold.
const PORTION: usize = 256 * 1024;
/// Interval of pings; a browser must answer one before the next.
const PING: Duration = Duration::from_secs(30);
/// Longest time that a message may take to be sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);

/// The query of a request to watch a table: the first event, the role, the language and the format.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct WatchQuery {
    /// Number of the last event that the browser has; all events without it.
    after: Option<usize>,
    /// Watches as a spectator, also with a seat at the table.
    #[serde(default)]
    watching: bool,
    /// `fr` or `en`, the language of all texts; English without it.
    lang: Option<String>,
    /// Draws boards higher than wide.
    #[serde(default)]
    tall: bool,
}

/// Watches a table over a WebSocket.
#[utoipa::path(get, path = "/api/tables/{id}/events", params(("id" = String, Path), WatchQuery),
    responses((status = 101, description = "A WebSocket; each text frame is a SocketMessage", body = SocketMessage)))]
pub(crate) async fn events(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    Query(query): Query<WatchQuery>,
    by: Requester,
    connection: Option<Extension<ConnectionGuard>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, RequestError> {
    hub.limits().check(RateLimit::Watch, by.from)?;
    let language = query.lang.as_deref().map(parse_language).transpose()?;
    let format = ReaderFormat {
        language: language.unwrap_or(Language::English),
        tall: query.tall,
    };
    let by = Requester {
        who: by.who.filter(|_| !query.watching),
        ..by
    };
    let watch = |reply| TableCommand::Watch { format, reply };
    let subscription = hub.tables().request(&by, &id, watch).await?;
    let mut session = SocketSession {
        hub,
        from: by.from,
        sent: query.after,
    };
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_frame_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME);
    Ok(upgrade.on_upgrade(move |socket| async move {
        // The connection is counted for as long as the socket lives.
        let connection = connection;
        if let Some(Extension(connection)) = &connection {
            connection.keep();
        }
        // A browser that goes away is no error.
        let _ = session.run(socket, subscription).await;
    }))
}

struct SocketSession {
    hub: Hub,
    from: Visitor,
    /// Number of the last event that the browser was sent.
    sent: Option<usize>,
}

type CloseReason = (u16, &'static str);

const CONNECT_AGAIN: CloseReason = (close_code::AGAIN, "connect again");

/// A batch of the events that a browser misses, as JSON.
pub(super) struct Portion {
    pub(super) texts: Vec<String>,
    last: Option<usize>,
    more: bool,
}

impl SocketSession {
    async fn run(
        &mut self,
        mut socket: WebSocket,
        subscription: Subscription,
    ) -> Result<(), axum::Error> {
        let Subscription {
            snapshot,
            mut messages,
        } = subscription;
        let closed = match self.resync(&mut socket, snapshot).await? {
            Some(reason) => Some(reason),
            None => self.follow(&mut socket, &mut messages).await?,
        };
        let Some((code, reason)) = closed else {
            return Ok(());
        };
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        send(&mut socket, Message::Close(Some(frame))).await
    }

    /// Sends the table and every event that the browser misses, a portion at a time. A browser that
    /// has events which were taken back is told to forget them all, and is sent those that stand.
    async fn resync(
        &mut self,
        socket: &mut WebSocket,
        snapshot: Snapshot,
    ) -> Result<Option<CloseReason>, axum::Error> {
        let Snapshot { table, reader, log } = snapshot;
        send(socket, Message::Text(table)).await?;
        if self.sent.is_some_and(|sent| log.is_rewound_since(sent)) {
            self.sent = None;
            send(socket, Message::text(SocketMessage::Reset.text())).await?;
        }
        loop {
            let (engines, log, sent) = (self.hub.engines(), Arc::clone(&log), self.sent);
            let replay = move || missed(&log, reader, sent);
            let made = engines.run(JobKind::Replay, self.from, replay).await;
            let portion = match made.flatten() {
                Ok(portion) => portion,
                Err(error) => {
                    error.log();
                    return Ok(Some(CONNECT_AGAIN));
                }
            };
            for text in portion.texts {
                send(socket, Message::text(text)).await?;
            }
            self.sent = portion.last.or(self.sent);
            if !portion.more {
                return Ok(None);
            }
        }
    }

    /// Sends the table's messages until the socket ends; no reason when the browser is gone.
    async fn follow(
        &mut self,
        socket: &mut WebSocket,
        messages: &mut mpsc::Receiver<WatcherMessage>,
    ) -> Result<Option<CloseReason>, axum::Error> {
        let mut closing = self.hub.closing();
        let mut ping = interval_at(Instant::now() + PING, PING);
        let mut answered = true;
        loop {
            tokio::select! {
                message = messages.recv() => match message {
                    Some(WatcherMessage::Event { number, text }) => {
                        self.sent = Some(number);
                        send(socket, Message::Text(text)).await?;
                    }
                    Some(WatcherMessage::Info(text)) => send(socket, Message::Text(text)).await?,
                    Some(WatcherMessage::Resync(snapshot)) => {
                        if let Some(reason) = self.resync(socket, *snapshot).await? {
                            return Ok(Some(reason));
                        }
                    }
                    None => return Ok(Some(CONNECT_AGAIN)),
                },
                received = socket.recv() => match received {
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => answered = true,
                    Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                        return Ok(Some((close_code::POLICY, "moves are requests")));
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(None),
                },
                _ = ping.tick() => {
                    if !answered {
                        return Ok(None);
                    }
                    answered = false;
                    send(socket, Message::Ping(Bytes::new())).await?;
                }
                _ = closing.changed() => return Ok(Some((close_code::AWAY, "the server closes"))),
            }
        }
    }
}

/// Sends a message, unless the browser does not read it in time.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), axum::Error> {
    let sent = tokio::time::timeout(SEND_TIMEOUT, socket.send(message)).await;
    sent.unwrap_or_else(|late| Err(axum::Error::new(late)))
}

/// The next portion of the events after number `after`; the last event of all comes with its drawing.
/// Replays the game: not for an async thread.
pub(super) fn missed(
    log: &EventLog,
    reader: ReaderView,
    after: Option<usize>,
) -> Result<Portion, RequestError> {
    let last_of_all = log.len().saturating_sub(1);
    let offer = super::find_game(&log.record().header.game)?;
    let mut trail = EffectTrail::new(reader.role);
    let mut portion = Portion {
        texts: Vec::new(),
        last: None,
        more: false,
    };
    let mut bytes = 0;
    let visit = |number: usize, event: &dyn EventView| {
        trail.note(event);
        if after.is_some_and(|after| number <= after) {
            return;
        }
        if bytes >= PORTION {
            portion.more = true;
            return;
        }
        let mut sent = TableEvent::new(number, event, reader);
        if number == last_of_all {
            sent = sent.drawn(offer, &trail, reader);
        }
        let text = SocketMessage::Event(Box::new(sent)).text();
        bytes += text.len();
        portion.last = Some(number);
        portion.texts.push(text);
    };
    log.replay_since(after, visit)?;
    Ok(portion)
}
