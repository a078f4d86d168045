//! Records brought in: a game that was played elsewhere, to look at or to go on with.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use house::{Offer, Options};
use serde::Deserialize;
use store::{NewGame, Seat, StoreError};
use table::{Ending, Explain as _, Message, Player, Record, RecordError, Who};
use utoipa::ToSchema;

use crate::Hub;
use crate::api::{Body, DEFAULT_TIME_MS, check_choices, with_token};
use crate::engines::Errand;
use crate::failure::{Failure, Trouble};
use crate::limits::Limit;
use crate::live::now_ms;
use crate::log::{Log, Resumption, Stored};
use crate::name;
use crate::secret::{Secret, random};
use crate::visitor::Visitor;
use crate::wire::TableId;

/// A record that somebody brings.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct RecordWanted {
    /// The text of the file.
    record: String,
}

/// Opens a table with the game of a record: one that is over can be watched again, another can be
/// gone on with.
#[utoipa::path(post, path = "/api/records", request_body = RecordWanted,
    responses((status = 201, body = TableId), (status = 400, body = Trouble)))]
pub(crate) async fn bring(
    State(hub): State<Hub>,
    from: Visitor,
    headers: HeaderMap,
    Body(wanted): Body<RecordWanted>,
) -> Result<Response, Failure> {
    if !hub.limits().may(Limit::Open, from) {
        return Err(Failure::TooFast);
    }
    let (who, cookie) = with_token(&hub, &headers, None);
    let read = move || Brought::read(&wanted.record);
    let brought = hub.engines().run(Errand::Replay, from, read).await??;
    let id = Secret::new().reveal().to_owned();
    hub.store().create(brought.game(&id, &who.0)).await?;
    brought.fill(&hub, &id).await?;
    Ok((StatusCode::CREATED, cookie, Json(TableId { id })).into_response())
}

/// A record that replays.
pub(crate) struct Brought {
    offer: &'static Offer,
    header: Record,
    lines: Vec<Stored>,
    ending: Option<Ending>,
}

impl Brought {
    /// Reads one from a stranger.
    fn read(text: &str) -> Result<Self, Failure> {
        let brought = Self::replayed(text)?;
        brought.check_players()?;
        Ok(brought)
    }

    /// Reads one whose players nobody has to be afraid of.
    pub(crate) fn replayed(text: &str) -> Result<Self, Failure> {
        let record: Record = text
            .parse()
            .map_err(|error: RecordError| Failure::setup("bad-record", &error))?;
        let offer = house::find(&record.header.game)
            .map_err(|error| Failure::setup("unknown-game", &error))?;
        check_choices(offer, &record.header.position)?;
        let lines: Vec<Stored> = record
            .entries
            .iter()
            .map(|(_, entry)| Stored::Entry(entry.clone()))
            .collect();
        let header = Record::new(record.header);
        let resumption = Resumption {
            options: Options::default(),
            seed: 0,
        };
        let (log, _) = Log::rebuild(header.clone(), lines.clone(), &resumption)
            .map_err(|error| Failure::setup("bad-record", &error))?;
        Ok(Self {
            offer,
            header,
            lines,
            ending: log.ending(),
        })
    }

    /// Names are ones that somebody could give here, and whoever plays on must be able to.
    fn check_players(&self) -> Result<(), Failure> {
        let refused = |message: Message, player: &Player| {
            Failure::Setup("bad-player", message, player.to_string())
        };
        for player in &self.header.header.players {
            if name::of(&player.name).as_deref() != Some(&*player.name) {
                return Err(refused(Message::new("web-bad-name"), player));
            }
            if self.ending.is_none() {
                let seated = match player.who {
                    Who::Program(_) => Err(Message::new("web-no-programs")),
                    Who::Person | Who::Strategy(_) => house::seat(&player.to_string(), self.offer)
                        .map(drop)
                        .map_err(|error| error.explain()),
                };
                seated.map_err(|message| refused(message, player))?;
            }
        }
        Ok(())
    }

    /// Puts its lines into a table that was just opened for it.
    pub(crate) async fn fill(&self, hub: &Hub, id: &str) -> Result<(), StoreError> {
        let ending = self.ending.map(|ending| ending.to_string());
        let lines: Vec<String> = self.lines.iter().map(Stored::to_string).collect();
        if lines.is_empty() {
            return Ok(());
        }
        hub.store().append(id, 0, lines, ending, now_ms()).await
    }

    pub(crate) fn game(&self, id: &str, who: &str) -> NewGame {
        let header = &self.header.header;
        let plays_on = |player: &Player| self.ending.is_none() && player.who == Who::Person;
        NewGame {
            id: id.to_owned(),
            game: header.game.clone(),
            header: self.header.to_string(),
            options: "{}".to_owned(),
            time_ms: Some(DEFAULT_TIME_MS.into()),
            seed: Some(i64::from_le_bytes(random())),
            creator: who.to_owned(),
            created_ms: now_ms(),
            seats: header.players.each_ref().map(|player| Seat {
                holder: plays_on(player).then(|| who.to_owned()),
                invitation: None,
            }),
        }
    }
}
