//! A table's events to one browser: numbered, from where it left off.

use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at};

use crate::Hub;
use crate::connections::Connection;
use crate::failure::Failure;
use crate::live::{Coming, Command, Watching};
use crate::secret::{Digest, Secret};
use crate::visitor::Visitor;

/// Browsers have nothing to say here: moves are requests of their own.
const LARGEST_FRAME: usize = 1024;
/// What an idle socket costs is mostly this; the library's own default is 128 KiB.
const READ_BUFFER: usize = 2048;
/// What waits for a browser that reads too slowly, at most.
const WRITE_BUFFER: usize = 256 * 1024;
/// How often a browser is asked whether it is still there: it has until the next time to answer.
const PING: Duration = Duration::from_secs(30);
/// How long a message may wait to be read.
const PATIENCE: Duration = Duration::from_secs(10);

/// From where to tell.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct From {
    /// The number of the last event that was heard; without it, everything.
    after: Option<usize>,
}

/// Watches a table over a WebSocket.
#[utoipa::path(get, path = "/api/tables/{id}/events", params(("id" = String, Path), From),
    responses((status = 101, description = "A WebSocket; each text frame is a News", body = crate::wire::News)))]
pub(crate) async fn events(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    Query(from): Query<From>,
    visitor: Visitor,
    connection: Option<Extension<Connection>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    if !hub.may_watch(visitor) {
        return Err(Failure::TooFast);
    }
    let watcher = Watcher {
        who: Secret::of_cookie(&headers).map(|secret| secret.digest()),
        from: visitor,
        id,
        hub,
    };
    let watching = watcher.ask(from.after).await?;
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_write_buffer_size(WRITE_BUFFER)
        .max_frame_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME);
    Ok(upgrade.on_upgrade(move |socket| async move {
        // The connection counts as long as the socket lives.
        let connection = connection;
        if let Some(Extension(connection)) = &connection {
            connection.keep();
        }
        // A browser that goes away is no error.
        let _ = watcher.pass_on(socket, watching).await;
    }))
}

/// Somebody at a socket.
struct Watcher {
    hub: Hub,
    id: String,
    who: Option<Digest>,
    from: Visitor,
}

/// Why a socket ends.
type End = (u16, &'static str);

impl Watcher {
    async fn ask(&self, after: Option<usize>) -> Result<Watching, Failure> {
        let watch = |reply| Command::Watch {
            who: self.who.clone(),
            from: self.from,
            after,
            reply,
        };
        self.hub.ask(&self.id, watch).await
    }

    async fn pass_on(&self, mut socket: WebSocket, first: Watching) -> Result<(), axum::Error> {
        let mut watching = first;
        let (code, reason) = loop {
            for text in watching.missed.drain(..) {
                send(&mut socket, Message::Text(text)).await?;
            }
            match watching.next {
                Coming::News(news) => match self.follow(&mut socket, news).await? {
                    Some(end) => break end,
                    None => return Ok(()),
                },
                Coming::More(after) => match self.ask(Some(after)).await {
                    Ok(more) => watching = more,
                    Err(_) => break (close_code::AGAIN, "connect again"),
                },
            }
        };
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        send(&mut socket, Message::Close(Some(frame))).await
    }

    /// Tells what happens; none when the browser is gone.
    async fn follow(
        &self,
        socket: &mut WebSocket,
        mut news: mpsc::Receiver<Utf8Bytes>,
    ) -> Result<Option<End>, axum::Error> {
        let mut closing = self.hub.closing();
        let mut ping = interval_at(Instant::now() + PING, PING);
        let mut answered = true;
        loop {
            tokio::select! {
                news = news.recv() => match news {
                    Some(text) => send(socket, Message::Text(text)).await?,
                    None => return Ok(Some((close_code::AGAIN, "connect again"))),
                },
                said = socket.recv() => match said {
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
                _ = closing.changed() => return Ok(Some((close_code::AWAY, "the house closes"))),
            }
        }
    }
}

/// Sends, unless the browser has not read for too long.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), axum::Error> {
    let sent = tokio::time::timeout(PATIENCE, socket.send(message)).await;
    sent.unwrap_or_else(|late| Err(axum::Error::new(late)))
}
