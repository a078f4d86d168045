//! The requests of tables: opening, describing, playing, joining, and one-off analyses.

use std::time::Duration;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use games::RegisteredGame;
use host::{LEVELS, OptionSpec, Options, Setup};
use store::{NewGame, SeatRow, StoreError};
use table::{HUMAN, Limits, Player, Record, Trust, key, message};
use text::Language;

use super::command::TableCommand;
use super::hint::HintReply;
use super::named_table::NamedTable;
use super::player_name::clean_name;
use super::programs::Programs;
use super::wire::{
    AnalysisRequest, FieldInfo, GameDetails, JoinRequest, LastEvent, MoveRequest, NewTableRequest,
    OpenedTable, OptionInfo, PastGame, PlayerChoice, TableId, TableInfo,
};
use super::{
    DEFAULT_TIME_MS, LONGEST_POSITION, LONGEST_THINKING_MS, STUDY, check_choices, find_game,
};
use crate::Hub;
use crate::analysis::engines::{JobKind, StopOnDrop};
use crate::analysis::values;
use crate::error::{ErrorBody, RequestError};
use crate::server::json_body::JsonBody;
use crate::server::language::AcceptedLanguage;
use crate::server::limits::RateLimit;
use crate::server::secret::{Secret, browser_token, random};
use crate::server::visitor::{Requester, Visitor};
use crate::time::now_ms;

/// Largest number of games in a browser's list.
const MOST_PAST: i64 = 200;
/// Longest time for a move of a person in milliseconds.
const LONGEST_TIME_MS: u32 = 60_000;
/// Longest time of an analysis in milliseconds: others wait for its permit.
const LONGEST_ANALYSIS_MS: u32 = 10_000;

/// The option [`STUDY`] in the form in which games describe their options.
const STUDY_OPTION: OptionSpec = OptionSpec {
    name: STUDY,
    value: None,
    help: key!("page-study"),
};

/// Responds with the games, in the language of the request.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameDetails>)))]
pub(crate) async fn games(
    State(hub): State<Hub>,
    AcceptedLanguage(language): AcceptedLanguage,
) -> Result<Json<Vec<GameDetails>>, RequestError> {
    let games = games::games().map(|offer| details(offer, hub.programs(), language));
    games.collect::<Result<_, _>>().map(Json)
}

fn details(
    offer: &RegisteredGame,
    programs: &Programs,
    language: Language,
) -> Result<GameDetails, RequestError> {
    let strategies = offer.strategies().chain(LEVELS).map(str::to_owned);
    let option = |spec: &OptionSpec| OptionInfo {
        name: spec.name,
        value: spec.value,
        help: language.word(spec.help),
    };
    Ok(GameDetails {
        name: offer.name,
        about: offer.about(language),
        goal: language.word(offer.goal),
        options: offer.options.iter().map(option).collect(),
        strategies: strategies.chain(programs.words()).collect(),
        start: offer.start(&Options::default())?,
        sample: offer.sample,
        hides: offer.hides,
        card: offer.card.is_some(),
        edits: offer.editable,
        begins: language.word(offer.begins),
        fields: offer
            .fields
            .iter()
            .map(|field| FieldInfo::new(field, language))
            .collect(),
    })
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", request_body = NewTableRequest,
    responses((status = 201, body = OpenedTable), (status = 400, body = ErrorBody)))]
pub(crate) async fn open(
    State(hub): State<Hub>,
    from: Visitor,
    headers: HeaderMap,
    JsonBody(wanted): JsonBody<NewTableRequest>,
) -> Result<Response, RequestError> {
    hub.limits().check(RateLimit::OpenTable, from)?;
    hub.room().check()?;
    let key = wanted.key.as_deref().map(parse_key).transpose()?;
    let (who, cookie) = browser_token(&hub, &headers, key.as_ref());
    let offer = find_game(&wanted.game)?;
    let players = parse_players(offer, &wanted.players, hub.programs())?;
    let options = options(offer.options, &wanted)?;
    // Lets the game's engines compute their tables before the first move.
    offer.is_ready();
    let header = tokio::task::spawn_blocking(move || header(offer, options, players)).await??;
    let invitations = [0, 1].map(|side| {
        let invited = wanted.players[side].who == "invited";
        invited.then(|| Secret::for_key(key.as_ref(), ["first", "second"][side]))
    });
    let seats = [0, 1].map(|side| SeatRow {
        holder: (wanted.players[side].who == "here").then(|| who.0.clone()),
        invitation: invitations[side].as_ref().map(|code| code.digest().0),
    });
    let id = Secret::for_key(key.as_ref(), "table").reveal().to_owned();
    let time_ms = wanted
        .time_ms
        .unwrap_or(DEFAULT_TIME_MS)
        .min(LONGEST_THINKING_MS);
    let game = NewGame {
        id: id.clone(),
        game: offer.name.to_owned(),
        header,
        options: serde_json::to_string(&wanted.options).expect("texts are JSON"),
        time_ms: Some(time_ms.into()),
        seed: Some(i64::from_le_bytes(random())),
        creator: who.0.clone(),
        created_ms: now_ms(),
        seats,
    };
    let bytes = game.header.len() + game.options.len();
    hub.limits().check_stored(from, bytes)?;
    keep(&hub, game, key.is_some()).await?;
    let invitations = invitations.map(|code| code.map(|code| code.reveal().to_owned()));
    let opened = Json(OpenedTable { id, invitations });
    Ok((StatusCode::CREATED, cookie, opened).into_response())
}

/// Stores a new table. A table that the same browser opened with the same key counts as stored: the
/// request is repeated because its response got lost.
async fn keep(hub: &Hub, game: NewGame, repeatable: bool) -> Result<(), RequestError> {
    let (id, creator) = (game.id.clone(), game.creator.clone());
    match hub.store().create(game).await {
        Err(StoreError::Conflict) if repeatable => {
            let known = hub.store().load(&id).await?;
            let own = known.is_some_and(|known| known.game.creator == creator);
            own.then_some(())
                .ok_or(RequestError::Malformed("key".to_owned()))
        }
        kept => Ok(kept?),
    }
}

fn parse_key(text: &str) -> Result<Secret, RequestError> {
    Secret::parse(text).ok_or_else(|| RequestError::Malformed("key".to_owned()))
}

fn parse_players(
    offer: &RegisteredGame,
    choices: &[PlayerChoice; 2],
    programs: &Programs,
) -> Result<[Player; 2], RequestError> {
    let player = |choice| parse_player(offer, choice, programs);
    let [first, second] = choices.each_ref().map(player);
    Ok([first?, second?])
}

/// The player that a request chooses for one side.
pub(crate) fn parse_player(
    offer: &RegisteredGame,
    wanted: &PlayerChoice,
    programs: &Programs,
) -> Result<Player, RequestError> {
    let bad_name = || {
        let message = message!("web-bad-name");
        RequestError::Setup("bad-name", message, "a name".to_owned())
    };
    let name = clean_name(&wanted.name).ok_or_else(bad_name)?;
    let who = match &*wanted.who {
        "here" | "invited" => HUMAN,
        // Paths of programs are never accepted, and clocks have fields of their own.
        level if LEVELS.contains(&level) => level,
        strategy if strategy == HUMAN || strategy.contains(['=', ',', '/', ':']) => {
            return Err(RequestError::Malformed("who".to_owned()));
        }
        strategy => strategy,
    };
    let mut player = match programs.find(who) {
        Some(program) => renamed(program, name).ok_or_else(bad_name)?,
        None => host::seat(&format!("{name}@{who}"), offer)
            .map_err(|error| RequestError::setup("bad-player", &error))?,
    };
    let longest = match who {
        HUMAN => LONGEST_TIME_MS,
        _ => LONGEST_THINKING_MS,
    };
    let time = wanted.time_ms.map(|time| time.min(longest).to_string());
    let terms = [
        ("clock", wanted.clock.as_deref()),
        ("time", time.as_deref()),
    ];
    for (term, value) in terms {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            let granted = player.terms.set(term, value);
            granted.map_err(|error| RequestError::setup("bad-player", &error))?;
        }
    }
    Ok(player)
}

/// A program under another name; none if the name cannot be written in a record.
fn renamed(program: &Player, name: String) -> Option<Player> {
    let player = Player {
        name,
        ..program.clone()
    };
    let parsed = player.to_string().parse::<Player>();
    parsed
        .is_ok_and(|parsed| parsed == player)
        .then_some(player)
}

fn options(specs: &[OptionSpec], wanted: &NewTableRequest) -> Result<Options, RequestError> {
    let mut options = Options::default();
    for (name, value) in &wanted.options {
        let mut specs = specs.iter().chain([&host::POSITION, &STUDY_OPTION]);
        let spec = specs.find(|spec| spec.name == name);
        let spec = spec.ok_or_else(|| RequestError::Malformed(format!("option {name}")))?;
        options.set(spec.name, value.as_str());
    }
    Ok(options)
}

/// The header of the game's record. The page's referee always guards against cheats.
fn header(
    offer: &RegisteredGame,
    options: Options,
    players: [Player; 2],
) -> Result<String, RequestError> {
    let setup = Setup {
        options,
        players,
        trust: Trust::Guarded,
        seed: 0,
    };
    let table = offer.open(&setup)?;
    check_choices(offer, &table.position())?;
    Ok(Record::new(table.header().clone()).to_string())
}

/// Responds with the games that the browser opened or joined, the latest first.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<PastGame>)))]
pub(crate) async fn past(
    State(hub): State<Hub>,
    by: Requester,
) -> Result<Json<Vec<PastGame>>, RequestError> {
    let Some(who) = by.who else {
        return Ok(Json(Vec::new()));
    };
    let games = hub.store().games_of(&who.0, MOST_PAST).await?;
    let past = games.into_iter().map(|game| PastGame {
        players: player_names(&game.header),
        id: game.id,
        game: game.game,
        created_ms: game.created_ms,
        touched_ms: game.touched_ms,
        ending: game.ending,
    });
    Ok(Json(past.collect()))
}

fn player_names(header: &str) -> Vec<String> {
    let record = header.parse::<Record>().ok();
    let players = record.into_iter().flat_map(|record| record.header.players);
    players.map(|player| player.to_string()).collect()
}

/// Responds with the players and the state of a table.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 404, body = ErrorBody)))]
pub(crate) async fn describe(table: NamedTable) -> Result<Json<TableInfo>, RequestError> {
    table.request(TableCommand::Describe).await.map(Json)
}

/// Plays a move. The store has it before the response is sent.
#[utoipa::path(post, path = "/api/tables/{id}/moves", params(("id" = String, Path)),
    request_body = MoveRequest,
    responses((status = 200, body = LastEvent), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(crate) async fn play(
    table: NamedTable,
    JsonBody(wanted): JsonBody<MoveRequest>,
) -> Result<Json<LastEvent>, RequestError> {
    let play = |reply| TableCommand::Play {
        text: wanted.text.clone(),
        turn: wanted.turn,
        reply,
    };
    table.request(play).await.map(Json)
}

/// Resigns the game.
#[utoipa::path(post, path = "/api/tables/{id}/resign", params(("id" = String, Path)),
    responses((status = 200, body = LastEvent), (status = 409, body = ErrorBody)))]
pub(crate) async fn resign(table: NamedTable) -> Result<Json<LastEvent>, RequestError> {
    table.request(TableCommand::Resign).await.map(Json)
}

/// Takes the last move of the player back, at a table without another person.
#[utoipa::path(post, path = "/api/tables/{id}/take-back", params(("id" = String, Path)),
    responses((status = 200, body = LastEvent), (status = 409, body = ErrorBody)))]
pub(crate) async fn take_back(table: NamedTable) -> Result<Json<LastEvent>, RequestError> {
    table.request(TableCommand::TakeBack).await.map(Json)
}

/// Responds with advice: where to look, what to play, and why. Refused where a table gives no values.
#[utoipa::path(post, path = "/api/tables/{id}/hint", params(("id" = String, Path)),
    responses((status = 200, body = HintReply), (status = 409, body = ErrorBody)))]
pub(crate) async fn hint(
    table: NamedTable,
    AcceptedLanguage(language): AcceptedLanguage,
) -> Result<Json<HintReply>, RequestError> {
    let hint = |reply| TableCommand::Hint { language, reply };
    table.request(hint).await.map(Json)
}

/// Opens another table with the sides swapped, once for each table.
#[utoipa::path(post, path = "/api/tables/{id}/again", params(("id" = String, Path)),
    responses((status = 200, body = TableId), (status = 409, body = ErrorBody)))]
pub(crate) async fn again(table: NamedTable) -> Result<Json<TableId>, RequestError> {
    let limits = table.hub.limits();
    limits.check(RateLimit::OpenTable, table.by.from)?;
    table.request(TableCommand::Rematch).await.map(Json)
}

/// Exchanges an invitation for a seat. An invitation is good for one person.
#[utoipa::path(post, path = "/api/tables/{id}/join", params(("id" = String, Path)),
    request_body = JoinRequest, responses((status = 204), (status = 403, body = ErrorBody)))]
pub(crate) async fn join(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    from: Visitor,
    headers: HeaderMap,
    JsonBody(request): JsonBody<JoinRequest>,
) -> Result<Response, RequestError> {
    hub.limits().check(RateLimit::Join, from)?;
    let invitation = Secret::parse(&request.code).ok_or(RequestError::BadInvitation)?;
    let (who, cookie) = browser_token(&hub, &headers, None);
    let by = Requester {
        from,
        who: Some(who),
    };
    let join = |reply| TableCommand::Join {
        invitation: invitation.digest(),
        reply,
    };
    hub.tables().request(&by, &id, join).await?;
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// Responds with the record of a finished game.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 409, body = ErrorBody)))]
pub(crate) async fn record(table: NamedTable) -> Result<Response, RequestError> {
    let text = table.request(TableCommand::Record).await?;
    let about = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"brelan.txt\""),
    ];
    Ok((about, text).into_response())
}

/// Responds with the values of a position and its moves, as `brelan analyse --json` prints them. The
/// options of the command line are not accepted: some name files.
#[utoipa::path(post, path = "/api/analyse", request_body = AnalysisRequest,
    responses((status = 200, body = serde_json::Value), (status = 400, body = ErrorBody)))]
pub(crate) async fn analyse(
    State(hub): State<Hub>,
    from: Visitor,
    JsonBody(wanted): JsonBody<AnalysisRequest>,
) -> Result<Json<serde_json::Value>, RequestError> {
    let offer = find_game(&wanted.game)?;
    if wanted.position.len() > LONGEST_POSITION {
        return Err(RequestError::Malformed("position".to_owned()));
    }
    if !offer.is_ready() {
        return Err(RequestError::Busy);
    }
    let stop = StopOnDrop::default();
    let time_ms = wanted
        .time_ms
        .unwrap_or(DEFAULT_TIME_MS)
        .min(LONGEST_ANALYSIS_MS);
    let limits = Limits {
        time: Some(Duration::from_millis(time_ms.into())),
        stop: stop.0.clone(),
        ..Limits::default()
    };
    let work = move |limits: &Limits| values::analyse(offer, wanted.position.trim(), None, limits);
    let engines = hub.engines();
    let analysed = engines
        .search(JobKind::Analysis, from, limits, work)
        .await?;
    drop(stop);
    let (report, micros) = analysed?;
    Ok(Json(report.json(offer.name, micros)))
}
