//! A table's events to one browser: numbered, from where it left off.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Deserialize;
use tokio::sync::watch;
use tokio::time::{Instant, interval_at};

use crate::Hub;
use crate::failure::Failure;
use crate::live::{Command, Watching};
use crate::secret::Secret;

/// Browsers have nothing to say here: moves are requests of their own.
const LARGEST_FRAME: usize = 1024;
/// What an idle socket costs is mostly this; the library's own default is 128 KiB.
const READ_BUFFER: usize = 2048;
/// How often a browser is asked whether it is still there.
const PING: Duration = Duration::from_secs(30);

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
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Failure> {
    let who = Secret::of_cookie(&headers).map(|secret| secret.digest());
    let watch = |reply| Command::Watch {
        who: who.clone(),
        after: from.after,
        reply,
    };
    let watching = hub.ask(&id, watch).await?;
    let closing = hub.closing();
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_frame_size(LARGEST_FRAME)
        .max_message_size(LARGEST_FRAME);
    Ok(upgrade.on_upgrade(move |socket| async move {
        // A browser that goes away is no error.
        let _ = pass_on(socket, watching, closing).await;
    }))
}

async fn pass_on(
    mut socket: WebSocket,
    mut watching: Watching,
    mut closing: watch::Receiver<bool>,
) -> Result<(), axum::Error> {
    for text in watching.missed.drain(..) {
        socket.send(Message::text(text)).await?;
    }
    watching.missed.shrink_to_fit();
    let mut ping = interval_at(Instant::now() + PING, PING);
    let (code, reason) = loop {
        tokio::select! {
            news = watching.news.recv() => match news {
                Some(text) => socket.send(Message::text(text)).await?,
                None => break (close_code::AGAIN, "connect again"),
            },
            said = socket.recv() => match said {
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => (),
                Some(Ok(Message::Text(_) | Message::Binary(_))) => {
                    break (close_code::POLICY, "moves are requests");
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Ok(()),
            },
            _ = ping.tick() => socket.send(Message::Ping(Bytes::new())).await?,
            _ = closing.changed() => break (close_code::AWAY, "the house closes"),
        }
    };
    let frame = CloseFrame {
        code,
        reason: reason.into(),
    };
    socket.send(Message::Close(Some(frame))).await
}
