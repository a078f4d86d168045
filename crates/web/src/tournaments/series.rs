//! Series between two strategies or programs: this server plays them in the background, and they are
//! watched as tournaments.

use std::num::NonZeroU32;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use games::RegisteredGame;
use host::Options;
use serde::Deserialize;
use store::Address;
use table::Limits;
use tournament::{
    Openings, TournamentFormat, TournamentPlan, TournamentStore, TournamentStoreError, run,
};
use utoipa::ToSchema;

use crate::Hub;
use crate::analysis::engines::{JobKind, StopOnDrop};
use crate::error::{ErrorBody, RequestError};
use crate::server::json_body::JsonBody;
use crate::server::limits::RateLimit;
use crate::server::secret::{Secret, random};
use crate::server::visitor::Visitor;
use crate::tables::find_game;
use crate::tables::http::parse_player;
use crate::tables::programs::Programs;
use crate::tables::wire::{PlayerChoice, TableId};

/// Largest number of games in a series.
const MOST_GAMES: u32 = 1000;
/// Thinking time for a move: a series is long.
const MOVE_TIME: Duration = Duration::from_millis(50);
/// Bytes that a game takes in the store, with its record twice.
const GAME_BYTES: usize = 4096;
/// Longest time of a series; the games played until then count.
const LONGEST: Duration = Duration::from_mins(10);

/// A series to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeriesRequest {
    game: String,
    /// Two of the game's `strategies`.
    players: [String; 2],
    /// An even number from 2 to 1000: games come in pairs with the seats swapped.
    games: u32,
}

/// Starts a series between two strategies or programs; responds with the id of its tournament.
#[utoipa::path(post, path = "/api/tournaments", request_body = SeriesRequest,
    responses((status = 201, body = TableId), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(crate) async fn start(
    State(hub): State<Hub>,
    from: Visitor,
    JsonBody(request): JsonBody<SeriesRequest>,
) -> Result<Response, RequestError> {
    let offer = find_game(&request.game)?;
    let games = NonZeroU32::new(request.games).filter(|games| games.get() <= MOST_GAMES);
    let games = games.ok_or_else(|| RequestError::Malformed("games".to_owned()))?;
    let stop = StopOnDrop::default();
    let mut plan = plan(offer, &request, hub.programs())?;
    plan.limits.stop = stop.0.clone();
    plan.check()
        .map_err(|error| RequestError::setup("bad-meeting", &error))?;
    hub.limits()
        .check_many(RateLimit::SeriesGame, from, games)?;
    hub.limits()
        .check_stored(from, GAME_BYTES * request.games as usize)?;
    hub.room().check()?;
    // A series that finds no place in the queue is not stored.
    let queued = hub.engines().enqueue(JobKind::Series, from)?;
    let (mut series, id) = tokio::task::spawn_blocking({
        let store = hub.store().address().clone();
        let name = Secret::new().reveal().to_owned();
        move || StoredSeries { plan, store, name }.create()
    })
    .await??;
    tokio::spawn(async move {
        let permit = queued.permit().await?;
        let played = tokio::time::timeout(LONGEST, permit.run(move || series.play())).await;
        // Stops the games in progress, also when the server ends.
        drop(stop);
        if let Ok(Ok(Err(error))) = &played {
            error.log();
        }
        Ok::<_, RequestError>(())
    });
    Ok((StatusCode::CREATED, Json(TableId { id })).into_response())
}

/// A series in the store, waiting or being played.
struct StoredSeries {
    plan: TournamentPlan,
    store: Address,
    name: String,
}

impl StoredSeries {
    /// Creates the series in the store, so that it can be watched; returns it with its id.
    fn create(mut self) -> Result<(Self, String), RequestError> {
        let id = self.open()?.id().to_owned();
        Ok((self, id))
    }

    fn open(&mut self) -> Result<TournamentStore, RequestError> {
        let names = self.plan.players.iter().map(|player| player.name.as_str());
        let event = names.collect::<Vec<_>>().join(" – ");
        let (store, name) = (&self.store, &self.name);
        let saved = TournamentStore::open(store, name, &event, &mut self.plan, true, false);
        saved.map_err(|error| match error {
            TournamentStoreError::Store(error) => error.into(),
            error => RequestError::Internal(error.to_string()),
        })
    }

    fn play(&mut self) -> Result<(), RequestError> {
        let mut saved = self.open()?;
        let played = run(&self.plan, &mut saved, None, &mut |_| ());
        played
            .map(drop)
            .map_err(|error| RequestError::Internal(error.to_string()))
    }
}

fn plan(
    offer: &'static RegisteredGame,
    request: &SeriesRequest,
    programs: &Programs,
) -> Result<TournamentPlan, RequestError> {
    let [first, second] = request.players.each_ref().map(|who| {
        let choice = PlayerChoice {
            name: who.trim_start_matches('@').to_owned(),
            who: who.clone(),
            clock: None,
            time_ms: None,
        };
        parse_player(offer, &choice, programs)
    });
    let (first, mut second) = (first?, second?);
    if first.name == second.name {
        second.name.push_str(" 2");
    }
    let openings = Openings::usual(offer, &Options::default());
    let (cage, sandbox) = programs.sandbox_rules();
    Ok(TournamentPlan {
        game: offer,
        options: Options::default(),
        players: vec![first, second],
        format: TournamentFormat::Series,
        games: request.games,
        rounds: None,
        limits: Limits {
            time: Some(MOVE_TIME),
            ..Limits::default()
        },
        seed: u64::from_le_bytes(random()),
        secret: None,
        openings: openings?,
        sprt: None,
        concurrency: 1,
        sandbox,
        cage,
    })
}

#[cfg(test)]
mod tests {
    use store::Store;

    use super::*;
    use crate::{Bus, Origin, Retention, Site};

    #[tokio::test]
    async fn the_games_of_a_series_count_as_stored_for_the_visitor() {
        let folder = tempfile::tempdir().unwrap();
        let address = Address::File(folder.path().join("games.sqlite"));
        let store = Store::open(&address).await.unwrap();
        let origin: Origin = "http://127.0.0.1:4210".parse().unwrap();
        let (site, programs, bus) = (Site::from(origin), Programs::default(), Bus::default());
        let hub = Hub::new(store, site, Vec::new(), programs, bus, Retention::default());
        let from = Visitor::at([192, 0, 2, 1].into());
        hub.limits().exhaust_stored(from);
        let series = SeriesRequest {
            game: "allumettes".to_owned(),
            players: ["naif", "expert"].map(str::to_owned),
            games: MOST_GAMES,
        };
        let started = start(State(hub), from, JsonBody(series)).await;
        assert!(matches!(started, Err(RequestError::TooFast(_))));
    }
}
