//! Import of records: a game from a file becomes a table, to watch it or to go on.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use games::RegisteredGame;
use host::Options;
use serde::Deserialize;
use store::{ImportedGame, NewGame, SeatRow};
use table::{Ending, Explain as _, Message, Player, Record, RecordError, Who, message};
use utoipa::ToSchema;

use crate::Hub;
use crate::analysis::engines::JobKind;
use crate::error::{ErrorBody, RequestError};
use crate::server::json_body::JsonBody;
use crate::server::limits::RateLimit;
use crate::server::secret::{Secret, browser_token, random};
use crate::server::visitor::Visitor;
use crate::tables::log::EventLog;
use crate::tables::player_name::clean_name;
use crate::tables::stored_line::StoredLine;
use crate::tables::wire::TableId;
use crate::tables::{DEFAULT_TIME_MS, check_choices, find_game};
use crate::time::now_ms;

/// A record to import.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct ImportRequest {
    /// The text of the record file.
    record: String,
}

/// Opens a table with the game of a record. A finished game can be watched; the sender may go on with
/// an unfinished one.
#[utoipa::path(post, path = "/api/records", request_body = ImportRequest,
    responses((status = 201, body = TableId), (status = 400, body = ErrorBody)))]
pub(crate) async fn import(
    State(hub): State<Hub>,
    from: Visitor,
    headers: HeaderMap,
    JsonBody(request): JsonBody<ImportRequest>,
) -> Result<Response, RequestError> {
    hub.limits().check(RateLimit::OpenTable, from)?;
    hub.limits().check_stored(from, request.record.len())?;
    hub.room().check()?;
    let (who, cookie) = browser_token(&hub, &headers, None);
    let parse = move || ImportedRecord::from_stranger(&request.record);
    let imported = hub.engines().run(JobKind::Replay, from, parse).await??;
    let id = Secret::new().reveal().to_owned();
    hub.store().import(imported.row(&id, &who.0)).await?;
    Ok((StatusCode::CREATED, cookie, Json(TableId { id })).into_response())
}

/// A record that was replayed without an error.
pub(crate) struct ImportedRecord {
    offer: &'static RegisteredGame,
    header: Record,
    lines: Vec<StoredLine>,
    ending: Option<Ending>,
}

impl ImportedRecord {
    /// Parses and replays the record of a visitor, and checks its players.
    fn from_stranger(text: &str) -> Result<Self, RequestError> {
        let imported = Self::parse(text)?;
        imported.check_players()?;
        Ok(imported)
    }

    /// Parses and replays a record of a tournament, whose players need no check.
    pub(crate) fn parse(text: &str) -> Result<Self, RequestError> {
        let record: Record = text
            .parse()
            .map_err(|error: RecordError| RequestError::setup("bad-record", &error))?;
        let offer = find_game(&record.header.game)?;
        check_choices(offer, &record.header.position)?;
        let lines: Vec<StoredLine> = record
            .entries
            .iter()
            .map(|(_, entry)| StoredLine::Entry(entry.clone()))
            .collect();
        let header = Record::new(record.header);
        let (log, _) = EventLog::rebuild(header.clone(), lines.clone(), &Options::default(), 0)
            .map_err(|error| RequestError::setup("bad-record", &error))?;
        Ok(Self {
            offer,
            header,
            lines,
            ending: log.ending(),
        })
    }

    /// Checks that the players' names follow the rules of this server, and that the players of an
    /// unfinished game can play here.
    fn check_players(&self) -> Result<(), RequestError> {
        let refused = |message: Message, player: &Player| {
            RequestError::Setup("bad-player", message, player.to_string())
        };
        for player in &self.header.header.players {
            if clean_name(&player.name).as_deref() != Some(&*player.name) {
                return Err(refused(message!("web-bad-name"), player));
            }
            if self.ending.is_none() {
                let seated = match player.who {
                    Who::Program(_) => Err(message!("web-no-programs")),
                    Who::Person | Who::Strategy(_) => host::seat(&player.to_string(), self.offer)
                        .map(drop)
                        .map_err(|error| error.explain()),
                };
                seated.map_err(|message| refused(message, player))?;
            }
        }
        Ok(())
    }

    /// The store's row of the record's table, opened by the browser with the digest `who`.
    pub(crate) fn row(&self, id: &str, who: &str) -> ImportedGame {
        let header = &self.header.header;
        let can_play = |player: &Player| self.ending.is_none() && player.who == Who::Person;
        let game = NewGame {
            id: id.to_owned(),
            game: header.game.clone(),
            header: self.header.to_string(),
            options: "{}".to_owned(),
            time_ms: Some(DEFAULT_TIME_MS.into()),
            seed: Some(i64::from_le_bytes(random())),
            creator: who.to_owned(),
            created_ms: now_ms(),
            seats: header.players.each_ref().map(|player| SeatRow {
                holder: can_play(player).then(|| who.to_owned()),
                invitation: None,
            }),
        };
        ImportedGame {
            game,
            lines: self.lines.iter().map(StoredLine::to_string).collect(),
            ending: self.ending.map(|ending| ending.to_string()),
        }
    }
}
