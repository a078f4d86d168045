//! How much the store keeps of visitors, and for how long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use store::StoreError;
use table::message;

use crate::Hub;
use crate::error::RequestError;
use crate::server::assets::page_path;
use crate::server::language::AcceptedLanguage;
use crate::time::now_ms;

/// Interval at which the size of the store is measured.
const MEASURE: Duration = Duration::from_secs(10);
/// Number of measurements between two deletions of abandoned games.
const MEASURES_OF_DELETION: u32 = 360;
/// Number of games that are deleted before others write.
const BATCH: i64 = 64;

const DAY: Duration = Duration::from_hours(24);

/// The limits of what the store keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Retention {
    /// Size of the store in bytes above which no more games are opened; those that run go on.
    pub quota: u64,
    /// Days after its last move that a game is kept which is not over or was imported.
    pub keep_days: u32,
}

impl Default for Retention {
    /// 10 GiB, and a quarter of a year.
    fn default() -> Self {
        Self {
            quota: 10 << 30,
            keep_days: 90,
        }
    }
}

/// Whether the store is full, by the latest measurement.
#[derive(Debug, Default)]
pub(crate) struct StoreRoom(AtomicBool);

impl StoreRoom {
    /// Fails while the store has no room for another game.
    pub(crate) fn check(&self) -> Result<(), RequestError> {
        if self.0.load(Ordering::Relaxed) {
            return Err(RequestError::QuotaFull);
        }
        Ok(())
    }

    /// Measures the store.
    pub(crate) async fn measure(&self, hub: &Hub) -> Result<(), StoreError> {
        let full = hub.store().bytes().await? >= hub.retention().quota;
        self.0.store(full, Ordering::Relaxed);
        Ok(())
    }
}

/// Deletes the games that were abandoned; returns their number.
pub(crate) async fn delete_abandoned(hub: &Hub) -> Result<u64, StoreError> {
    let keep = DAY * hub.retention().keep_days;
    let since = now_ms().saturating_sub(i64::try_from(keep.as_millis()).unwrap_or(i64::MAX));
    let mut deleted = 0;
    loop {
        let ids = hub.store().abandoned(since, BATCH).await?;
        if ids.is_empty() {
            return Ok(deleted);
        }
        for id in ids {
            deleted += u64::from(hub.store().forget(&id).await?);
        }
    }
}

/// Measures the store and deletes abandoned games, without end.
pub(crate) async fn keep_within(hub: Hub) {
    let mut interval = tokio::time::interval(MEASURE);
    for measures in (0..MEASURES_OF_DELETION).cycle() {
        interval.tick().await;
        let mut done = hub.room().measure(&hub).await;
        if measures == 0 && done.is_ok() {
            done = delete_abandoned(&hub).await.map(|deleted| {
                tracing::info!(deleted, "abandoned games were deleted");
            });
        }
        if let Err(error) = done {
            tracing::warn!(%error, "the size of the store is unknown");
        }
    }
}

/// Responds with a page that says what the server keeps and for how long.
pub(crate) async fn page(
    State(hub): State<Hub>,
    AcceptedLanguage(language): AcceptedLanguage,
) -> Response {
    let days = hub.retention().keep_days;
    let say = |message| language.say(&message);
    let paragraphs = [
        say(message!("kept-games")),
        say(message!("kept-time", days)),
        say(message!("kept-cookie")),
        say(message!("kept-address")),
        say(message!("kept-erase")),
    ];
    let body: String = paragraphs.map(|text| format!("<p>{text}</p>\n")).concat();
    let (title, style) = (say(message!("kept-title")), page_path("style.css"));
    let html = format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <link rel=\"stylesheet\" href=\"{style}\">\n\
         <main>\n<h1>{title}</h1>\n{body}<p><a href=\"/\">Brelan</a></p>\n</main>\n"
    );
    ([(CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response()
}
