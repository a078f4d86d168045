//! A table's events to one browser: numbered, from where it left off.

use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use house::Moment;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::{Instant, interval_at};

use crate::Hub;
use crate::connections::Connection;
use crate::engines::Errand;
use crate::failure::Failure;
use crate::limits::Limit;
use crate::live::{Command, Watching};
use crate::log::Log;
use crate::visitor::{Asker, Visitor};
use crate::wire::{Event, News, Role};

/// Browsers have nothing to say here: moves are requests of their own.
const LARGEST_FRAME: usize = 1024;
/// What an idle socket costs is mostly this; the library's own default is 128 KiB.
const READ_BUFFER: usize = 2048;
/// What waits for a browser that reads too slowly, at most.
const WRITE_BUFFER: usize = 256 * 1024;
/// How many bytes of the past are told at a time: what a browser that never reads can hold.
const PORTION: usize = 256 * 1024;
/// How often a browser is asked whether it is still there: it has until the next time to answer.
const PING: Duration = Duration::from_secs(30);
/// How long a message may wait to be read.
const PATIENCE: Duration = Duration::from_secs(10);

/// From where to tell.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct From {
    /// The number of the last event that was heard; without it, everything.
    after: Option<usize>,
    /// Told as to somebody who only watches, whoever asks.
    #[serde(default)]
    watching: bool,
}

/// Watches a table over a WebSocket.
#[utoipa::path(get, path = "/api/tables/{id}/events", params(("id" = String, Path), From),
    responses((status = 101, description = "A WebSocket; each text frame is a News", body = News)))]
pub(crate) async fn events(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    Query(from): Query<From>,
    by: Asker,
    connection: Option<Extension<Connection>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    if !hub.limits().may(Limit::Watch, by.from) {
        return Err(Failure::TooFast);
    }
    let by = if from.watching {
        Asker { who: None, ..by }
    } else {
        by
    };
    let watch = |reply| Command::Watch { reply };
    let watching = hub.ask(&by, &id, watch).await?;
    let watcher = Watcher { hub, from: by.from };
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
        let _ = watcher.pass_on(socket, watching, from.after).await;
    }))
}

/// Somebody at a socket.
struct Watcher {
    hub: Hub,
    from: Visitor,
}

/// Why a socket ends.
type End = (u16, &'static str);

/// A portion of what was missed, and the number it ends with where there is more.
type Portion = (Vec<String>, Option<usize>);

impl Watcher {
    async fn pass_on(
        &self,
        mut socket: WebSocket,
        watching: Watching,
        after: Option<usize>,
    ) -> Result<(), axum::Error> {
        let Watching {
            table,
            role,
            log,
            news,
        } = watching;
        send(&mut socket, Message::Text(table)).await?;
        let end = if self.catch_up(&mut socket, log, role, after).await? {
            self.follow(&mut socket, news).await?
        } else {
            Some((close_code::AGAIN, "connect again"))
        };
        let Some((code, reason)) = end else {
            return Ok(());
        };
        let frame = CloseFrame {
            code,
            reason: reason.into(),
        };
        send(&mut socket, Message::Close(Some(frame))).await
    }

    /// Tells what was missed, a portion at a time; whether all of it was.
    async fn catch_up(
        &self,
        socket: &mut WebSocket,
        log: Arc<Log>,
        role: Role,
        after: Option<usize>,
    ) -> Result<bool, axum::Error> {
        let mut after = after;
        loop {
            let (engines, log) = (self.hub.engines(), Arc::clone(&log));
            let replay = move || missed(&log, role, after);
            let told = engines.run(Errand::Replay, self.from, replay).await;
            let (texts, more) = match told.flatten() {
                Ok(told) => told,
                Err(failure) => {
                    failure.log();
                    return Ok(false);
                }
            };
            for text in texts {
                send(socket, Message::text(text)).await?;
            }
            match more {
                Some(_) => after = more,
                None => return Ok(true),
            }
        }
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

/// What somebody missed who heard everything up to `after`, as much as is told at a time. Replays
/// the game: not for an async thread.
fn missed(log: &Log, role: Role, after: Option<usize>) -> Result<Portion, Failure> {
    let (mut bytes, mut last, mut more) = (0, None, None);
    let seen = |number: usize, moment: &dyn Moment| {
        if bytes >= PORTION {
            more = last;
            return None;
        }
        let text = News::Event(Event::seen(number, moment, role)).text();
        bytes += text.len();
        last = Some(number);
        Some(text)
    };
    let told = log.since(after, seen);
    let (back, events) = told.map_err(|error| Failure::Broken(error.to_string()))?;
    let back = back.map(|back| News::Event(Event::back(back)).text());
    let texts = back.into_iter().chain(events.into_iter().flatten());
    Ok((texts.collect(), more))
}
