//! Strategies meet: a series between two that play by themselves, held by this server in the
//! background, and watched as any tournament is.

use std::num::NonZeroU32;
use std::time::Duration;

use arena::tournament::{Format, Keeper, KeeperError, Openings, Plan, run};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use house::{Offer, Options};
use serde::Deserialize;
use store::Address;
use table::Limits;
use utoipa::ToSchema;

use crate::Hub;
use crate::api::{Body, player_of};
use crate::drawn::game;
use crate::engines::{Errand, StopOnDrop};
use crate::failure::{Failure, Trouble};
use crate::limits::Limit;
use crate::programs::Programs;
use crate::secret::{Secret, random};
use crate::visitor::Visitor;
use crate::wire::{PlayerWanted, TableId};

const MOST_GAMES: u32 = 1000;
/// How long a move takes at most: a series is long.
const MOVE: Duration = Duration::from_millis(50);
/// How long a series takes at most; what was played until then stands.
const LONGEST: Duration = Duration::from_mins(10);

/// Who is to meet, and how often.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MeetingWanted {
    game: String,
    /// Two of the game's `strategies`.
    players: [String; 2],
    /// 2 to 1000; they come in pairs with the seats swapped.
    games: u32,
}

/// Lets two strategies or programs play a series; its name is that of a tournament.
#[utoipa::path(post, path = "/api/tournaments", request_body = MeetingWanted,
    responses((status = 201, body = TableId), (status = 400, body = Trouble), (status = 503, body = Trouble)))]
pub(crate) async fn meet(
    State(hub): State<Hub>,
    from: Visitor,
    Body(wanted): Body<MeetingWanted>,
) -> Result<Response, Failure> {
    let offer = game(&wanted.game)?;
    let games = NonZeroU32::new(wanted.games).filter(|games| games.get() <= MOST_GAMES);
    let games = games.ok_or_else(|| Failure::Malformed("games".to_owned()))?;
    let stop = StopOnDrop::default();
    let mut plan = plan(offer, &wanted, hub.programs())?;
    plan.limits.stop = stop.0.clone();
    plan.check()
        .map_err(|error| Failure::setup("bad-meeting", &error))?;
    if !hub.limits().may_many(Limit::Meet, from, games) {
        return Err(Failure::TooFast);
    }
    // Nothing is kept for somebody who is not let into the queue.
    let turn = hub.engines().line_up(Errand::Meeting, Some(from))?;
    let (mut series, id) = tokio::task::spawn_blocking({
        let store = hub.store().address().clone();
        let name = Secret::new().reveal().to_owned();
        move || Series { plan, store, name }.begin()
    })
    .await
    .map_err(|error| Failure::Broken(error.to_string()))??;
    tokio::spawn(async move {
        let place = turn.await_turn().await?;
        let played = tokio::task::spawn_blocking(move || {
            let _place = place;
            series.play()
        });
        let played = tokio::time::timeout(LONGEST, played).await;
        // Also when the server ends: the games in progress are dropped.
        drop(stop);
        if let Ok(Ok(Err(failure))) = &played {
            failure.log();
        }
        Ok::<_, Failure>(())
    });
    Ok((StatusCode::CREATED, Json(TableId { id })).into_response())
}

/// A series that is kept, whether it is played or waits.
struct Series {
    plan: Plan,
    store: Address,
    name: String,
}

impl Series {
    /// Keeps it, so that it can be watched; gives it back with its name in the store.
    fn begin(mut self) -> Result<(Self, String), Failure> {
        let id = self.keeper()?.id().to_owned();
        Ok((self, id))
    }

    fn keeper(&mut self) -> Result<Keeper, Failure> {
        let names = self.plan.players.iter().map(|player| player.name.as_str());
        let event = names.collect::<Vec<_>>().join(" – ");
        let (store, name) = (&self.store, &self.name);
        let keeper = Keeper::open(store, name, &event, &mut self.plan, true, false);
        keeper.map_err(|error| match error {
            KeeperError::Store(error) => error.into(),
            error => Failure::Broken(error.to_string()),
        })
    }

    fn play(&mut self) -> Result<(), Failure> {
        let mut keeper = self.keeper()?;
        let played = run(&self.plan, &mut keeper, None, &mut |_| ());
        played
            .map(drop)
            .map_err(|error| Failure::Broken(error.to_string()))
    }
}

fn plan(
    offer: &'static Offer,
    wanted: &MeetingWanted,
    programs: &Programs,
) -> Result<Plan, Failure> {
    let [first, second] = wanted.players.each_ref().map(|who| {
        let wanted = PlayerWanted {
            name: who.trim_start_matches('@').to_owned(),
            who: who.clone(),
            clock: None,
            time_ms: None,
        };
        player_of(offer, &wanted, programs)
    });
    let (first, mut second) = (first?, second?);
    if first.name == second.name {
        second.name.push_str(" 2");
    }
    let openings = Openings::usual(offer, &Options::default());
    let (cage, admission) = programs.terms();
    Ok(Plan {
        game: offer,
        options: Options::default(),
        players: vec![first, second],
        format: Format::Series,
        games: wanted.games,
        rounds: None,
        limits: Limits {
            time: Some(MOVE),
            ..Limits::default()
        },
        seed: u64::from_le_bytes(random()),
        openings: openings.map_err(|error| Failure::setup("bad-option", &error))?,
        sprt: None,
        concurrency: 1,
        admission,
        cage,
    })
}
