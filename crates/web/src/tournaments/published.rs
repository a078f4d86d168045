//! Tournaments as they are watched: which there are, how they stand, and each game to be seen again.
//! They are held by `brelan tournament` over the same store; nothing here changes one.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{StoreError, Watched};
use utoipa::ToSchema;

use crate::Hub;
use crate::bring::Brought;
use crate::engines::Errand;
use crate::failure::{Failure, Trouble};
use crate::limits::Limit;
use crate::live::now_ms;
use crate::secret::Secret;
use crate::visitor::Visitor;
use crate::wire::TableId;

const MOST_TOURNAMENTS: u32 = 200;
const MOST_GAMES: u32 = 50;
/// Whoever plays a tournament says so every few seconds.
const SILENCE_MS: i64 = 15_000;

/// A tournament of the list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentSeen {
    id: String,
    /// What it is called.
    event: String,
    game: String,
    created_ms: i64,
    /// Whether somebody plays it now.
    running: bool,
}

impl TournamentSeen {
    fn of(watched: Watched) -> Self {
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

/// A tournament by itself.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentStanding {
    about: TournamentSeen,
    /// Rows, cross table and what else is told of it; null before anything was counted.
    #[schema(value_type = Object)]
    standings: Option<Value>,
    /// The games that are being played and take long enough to be seen.
    games: Vec<RunningSeen>,
}

/// A game in progress.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunningSeen {
    number: u64,
    first: String,
    second: String,
    /// As a spectator sees it.
    view: String,
}

/// A game that is over, without its record.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(crate) struct GameOver {
    number: u64,
    first: String,
    second: String,
    result: String,
    ending: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    loser: Option<String>,
    plies: u32,
}

/// Where a list of games goes on.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
pub(crate) struct Before {
    /// A game's number: those before it, the latest first.
    before: Option<u64>,
}

/// The tournaments of the house, the latest first.
#[utoipa::path(get, path = "/api/tournaments", responses((status = 200, body = Vec<TournamentSeen>)))]
pub(crate) async fn list(State(hub): State<Hub>) -> Result<Json<Vec<TournamentSeen>>, Failure> {
    let tournaments = hub.store().tournaments(MOST_TOURNAMENTS).await?;
    let seen = tournaments.into_iter().map(TournamentSeen::of);
    Ok(Json(seen.collect()))
}

/// How a tournament stands, and what is being played.
#[utoipa::path(get, path = "/api/tournaments/{id}", params(("id" = String, Path)),
    responses((status = 200, body = TournamentStanding), (status = 404, body = Trouble)))]
pub(crate) async fn standing(
    State(hub): State<Hub>,
    Path(id): Path<String>,
) -> Result<Json<TournamentStanding>, Failure> {
    let (mut watched, games) = hub
        .store()
        .tournament(&id)
        .await?
        .ok_or(Failure::NotFound)?;
    let standings = watched.standings.take();
    let standings = standings.map(|text| serde_json::from_str(&text));
    let standings = standings.transpose().map_err(damaged)?;
    let about = TournamentSeen::of(watched);
    // What nobody plays any more was broken off, and is played again.
    let games = games.into_iter().filter(|_| about.running);
    let games = games.map(|game| RunningSeen {
        number: game.number,
        first: game.first,
        second: game.second,
        view: game.view,
    });
    let games = games.collect();
    Ok(Json(TournamentStanding {
        about,
        standings,
        games,
    }))
}

/// Games that are over, the latest first.
#[utoipa::path(get, path = "/api/tournaments/{id}/games", params(("id" = String, Path), Before),
    responses((status = 200, body = Vec<GameOver>)))]
pub(crate) async fn games(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    Query(page): Query<Before>,
) -> Result<Json<Vec<GameOver>>, Failure> {
    let before = page.before.unwrap_or(u64::MAX);
    let lines = hub.store().published(&id, before, MOST_GAMES).await?;
    let games = lines.iter().map(|line| serde_json::from_str(line));
    let games: Result<_, _> = games.collect();
    games.map(Json).map_err(damaged)
}

/// What is read of a line to watch its game.
#[derive(Deserialize)]
struct Recorded {
    number: u64,
    record: String,
}

/// Opens the table where a game that is over is watched: the same for all who ask.
#[utoipa::path(post, path = "/api/tournaments/{id}/games/{number}/table",
    params(("id" = String, Path), ("number" = u64, Path)),
    responses((status = 201, body = TableId), (status = 404, body = Trouble)))]
pub(crate) async fn watch(
    State(hub): State<Hub>,
    from: Visitor,
    Path((tournament, number)): Path<(String, u64)>,
) -> Result<Response, Failure> {
    if !hub.limits().may(Limit::Open, from) {
        return Err(Failure::TooFast);
    }
    let before = number.saturating_add(1);
    let found = hub.store().published(&tournament, before, 1).await?;
    let line = found.first().ok_or(Failure::NotFound)?;
    let line: Recorded = serde_json::from_str(line).map_err(damaged)?;
    if line.number != number {
        return Err(Failure::NotFound);
    }
    let replay = move || Brought::replayed(&line.record);
    let brought = hub.engines().run(Errand::Replay, from, replay).await??;
    let id = Secret::of_game(&tournament, number).reveal().to_owned();
    known(hub.store().create(brought.game(&id, "")).await)?;
    known(brought.fill(&hub, &id).await)?;
    Ok((StatusCode::CREATED, Json(TableId { id })).into_response())
}

/// Somebody may have watched the same game before.
fn known(kept: Result<(), StoreError>) -> Result<(), Failure> {
    match kept {
        Ok(()) | Err(StoreError::Conflict) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is mapped over errors that nobody else needs"
)]
fn damaged(error: serde_json::Error) -> Failure {
    Failure::Broken(format!(
        "the store has a tournament that cannot be read: {error}"
    ))
}
