//! Tournaments for watching: the list, the standings, and each finished game. `brelan tournament` plays
//! them over the same store; nothing here changes one.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{RunningGame, StoreError, TournamentRow};
use utoipa::ToSchema;

use crate::Hub;
use crate::analysis::engines::JobKind;
use crate::class::import::ImportedRecord;
use crate::error::{ErrorBody, RequestError};
use crate::server::limits::RateLimit;
use crate::server::secret::Secret;
use crate::server::visitor::Visitor;
use crate::tables::wire::TableId;
use crate::time::now_ms;

/// Largest number of tournaments in the list.
const MOST_TOURNAMENTS: u32 = 200;
/// Number of games on one page of a list.
const MOST_GAMES: u32 = 50;
/// Milliseconds without a sign of the playing process after which a tournament is not running.
const SILENCE_MS: i64 = 15_000;

/// A tournament in the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentSummary {
    id: String,
    /// Name of the tournament.
    event: String,
    game: String,
    created_ms: i64,
    /// Whether its games are being played now.
    running: bool,
}

impl TournamentSummary {
    fn new(watched: TournamentRow) -> Self {
        let seen = watched.seen_ms.unwrap_or(0);
        Self {
            id: watched.id,
            event: watched.event,
            game: watched.game,
            created_ms: watched.created_ms,
            running: now_ms() - seen < SILENCE_MS,
        }
    }
}

/// A tournament with its standings and its games in progress.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentDetails {
    about: TournamentSummary,
    /// Rows, cross table and remarks; null before the first game ended.
    #[schema(value_type = Object)]
    standings: Option<Value>,
    /// Games that have been played for long enough to be shown: `number`, the names of the `first` and
    /// the `second` player, and the `view` of a spectator.
    #[schema(value_type = Vec<Object>)]
    games: Vec<RunningGame>,
}

/// A finished game; its record is not sent.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct PublishedGame {
    number: u64,
    first: String,
    second: String,
    result: String,
    ending: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    loser: Option<String>,
    plies: u32,
    #[serde(skip_serializing)]
    record: String,
}

/// A page of a list of games.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct GamesPage {
    /// Lists the games with a smaller number, the latest first.
    before: Option<u64>,
}

/// Responds with the tournaments, the latest first.
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = Vec<TournamentSummary>)))]
pub(crate) async fn list(
    State(hub): State<Hub>,
) -> Result<Json<Vec<TournamentSummary>>, RequestError> {
    let tournaments = hub.store().tournaments(MOST_TOURNAMENTS).await?;
    let tournaments = tournaments.into_iter().map(TournamentSummary::new);
    Ok(Json(tournaments.collect()))
}

/// Responds with the standings of a tournament and the games that are being played.
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = String, Path)),
    responses((status = 200, body = TournamentDetails), (status = 404, body = ErrorBody)))]
pub(crate) async fn standing(
    State(hub): State<Hub>,
    Path(id): Path<String>,
) -> Result<Json<TournamentDetails>, RequestError> {
    let found = hub.store().tournament(&id).await?;
    let (mut watched, mut games) = found.ok_or(RequestError::NotFound)?;
    let standings = watched.standings.take();
    let standings = standings.map(|text| serde_json::from_str(&text));
    let standings = standings.transpose().map_err(damaged)?;
    let about = TournamentSummary::new(watched);
    // Games of a tournament that stopped were broken off, and will be played again.
    games.retain(|_| about.running);
    Ok(Json(TournamentDetails {
        about,
        standings,
        games,
    }))
}

/// Responds with finished games, the latest first.
#[utoipa::path(get, path = "/api/tournaments/{id}/games", params(("id" = String, Path), GamesPage),
    responses((status = 200, body = Vec<PublishedGame>)))]
pub(crate) async fn games(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    Query(page): Query<GamesPage>,
) -> Result<Json<Vec<PublishedGame>>, RequestError> {
    let before = page.before.unwrap_or(u64::MAX);
    let lines = hub.store().published(&id, before, MOST_GAMES).await?;
    let games = lines.iter().map(|line| serde_json::from_str(line));
    let games: Result<_, _> = games.collect();
    games.map(Json).map_err(damaged)
}

/// Opens the table where a finished game is watched; all requests for a game open the same.
#[utoipa::path(post, path = "/api/tournaments/{id}/games/{number}/table",
    params(("id" = String, Path), ("number" = u64, Path)),
    responses((status = 201, body = TableId), (status = 404, body = ErrorBody)))]
pub(crate) async fn watch(
    State(hub): State<Hub>,
    from: Visitor,
    Path((tournament, number)): Path<(String, u64)>,
) -> Result<Response, RequestError> {
    hub.limits().check(RateLimit::OpenTable, from)?;
    hub.room().check()?;
    let before = number.saturating_add(1);
    let found = hub.store().published(&tournament, before, 1).await?;
    let line = found.first().ok_or(RequestError::NotFound)?;
    let line: PublishedGame = serde_json::from_str(line).map_err(damaged)?;
    if line.number != number {
        return Err(RequestError::NotFound);
    }
    hub.limits().check_stored(from, line.record.len())?;
    let parse = move || ImportedRecord::parse(&line.record);
    let imported = hub.engines().run(JobKind::Replay, from, parse).await??;
    let id = Secret::for_tournament_game(&tournament, number)
        .reveal()
        .to_owned();
    match hub.store().import(imported.row(&id, "")).await {
        // An earlier request has opened the same table.
        Ok(()) | Err(StoreError::Conflict) => {}
        Err(error) => return Err(error.into()),
    }
    Ok((StatusCode::CREATED, Json(TableId { id })).into_response())
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "map_err passes errors by value"
)]
fn damaged(error: serde_json::Error) -> RequestError {
    RequestError::Internal(format!(
        "a tournament in the store cannot be parsed: {error}"
    ))
}
