//! What can be asked over HTTP.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, Path, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use house::{Offer, OptionSpec, Options, Setup};
use serde::de::DeserializeOwned;
use store::{NewGame, Seat, StoreError};
use table::{Budget, HUMAN, Limits, Message, Monotonic, Player, Record, Seeded, Trust};

use crate::Hub;
use crate::engines::{Errand, StopOnDrop};
use crate::failure::{Failure, Trouble};
use crate::limits::Limit;
use crate::live::{Command, now_ms};
use crate::name;
use crate::programs::Programs;
use crate::secret::{Digest, Secret, random};
use crate::visitor::{Asker, Visitor};
use crate::wire::{
    AnalysisWanted, Description, Done, FieldSeen, GameSeen, Hint, Invitation, MoveWanted, Opened,
    OptionSeen, Past, PlayerWanted, Sentence, TableId, TableWanted,
};

pub(crate) const LONGEST_POSITION: usize = 4096;
const MOST_PAST: i64 = 200;
pub(crate) const DEFAULT_TIME_MS: u32 = 1000;
const LONGEST_TIME_MS: u32 = 60_000;
/// An analysis is for anybody, and holds a place that others wait for.
const LONGEST_ANALYSIS_MS: u32 = 10_000;
/// How long a body may take to come.
const BODY_TIME: Duration = Duration::from_secs(10);
/// The most moves that a position of a stranger's may offer: lists of them are sent and searched.
const MOST_CHOICES: usize = 1000;

/// The option of a table that was opened to study: its players may ask what moves are worth, even
/// against each other and against time.
pub(crate) const STUDY: &str = "study";
const STUDIED: OptionSpec = OptionSpec {
    name: STUDY,
    value: None,
    help: "page-study",
};

/// JSON that came with a request.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let read = tokio::time::timeout(BODY_TIME, Json::from_request(request, state));
        let Json(value) = read
            .await
            .map_err(|_| Failure::TooSlow)?
            .map_err(|error| refused(&error))?;
        Ok(Self(value))
    }
}

fn refused(error: &JsonRejection) -> Failure {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failure::TooLarge,
        _ => Failure::Malformed(error.body_text()),
    }
}

/// Gives a browser that has no token one, with the answer; the same for the same key.
pub(crate) fn with_token(
    hub: &Hub,
    headers: &HeaderMap,
    key: Option<&Secret>,
) -> (Digest, CookieJar) {
    if let Some(known) = Secret::of_cookie(headers) {
        return (known.digest(), CookieJar::new());
    }
    let secret = Secret::for_key(key, "token");
    (secret.digest(), secret.to_cookie(hub.site().is_secure()))
}

/// The games of the house.
#[utoipa::path(get, path = "/api/games", responses((status = 200, body = Vec<GameSeen>)))]
pub(crate) async fn games(State(hub): State<Hub>) -> Result<Json<Vec<GameSeen>>, Failure> {
    let games = house::games().map(|entry| game(entry, hub.programs()));
    games.collect::<Result<_, _>>().map(Json)
}

fn game(entry: &Offer, programs: &Programs) -> Result<GameSeen, Failure> {
    let strategies = entry.strategies().map(str::to_owned);
    let option = |spec: &OptionSpec| OptionSeen {
        name: spec.name,
        value: spec.value,
        help: Sentence::of(&Message::new(spec.help)),
    };
    Ok(GameSeen {
        name: entry.name,
        about: Sentence::told(|language| entry.about(language)),
        options: entry.options.iter().map(option).collect(),
        strategies: strategies.chain(programs.words()).collect(),
        start: entry
            .start(&Options::default())
            .map_err(|error| Failure::setup("bad-option", &error))?,
        sample: entry.sample,
        hides: entry.hides,
        card: entry.card.is_some(),
        edits: entry.editable,
        begins: Sentence::of(&Message::new(entry.begins)),
        fields: entry.fields.iter().map(FieldSeen::of).collect(),
    })
}

/// Opens a table.
#[utoipa::path(post, path = "/api/tables", request_body = TableWanted,
    responses((status = 201, body = Opened), (status = 400, body = Trouble)))]
pub(crate) async fn open(
    State(hub): State<Hub>,
    from: Visitor,
    headers: HeaderMap,
    Body(wanted): Body<TableWanted>,
) -> Result<Response, Failure> {
    if !hub.limits().may(Limit::Open, from) {
        return Err(Failure::TooFast);
    }
    let key = wanted.key.as_deref().map(read_key).transpose()?;
    let (who, cookie) = with_token(&hub, &headers, key.as_ref());
    let entry =
        house::find(&wanted.game).map_err(|error| Failure::setup("unknown-game", &error))?;
    let players = players_of(entry, &wanted.players, hub.programs())?;
    let options = options(entry.options, &wanted)?;
    // By the time somebody has moved, its engines can.
    entry.is_ready();
    let header = tokio::task::spawn_blocking(move || header(entry, options, players)).await;
    let header = header.map_err(|error| Failure::Broken(error.to_string()))??;
    let invitations = [0, 1].map(|side| {
        let invited = wanted.players[side].who == "invited";
        invited.then(|| Secret::for_key(key.as_ref(), ["first", "second"][side]))
    });
    let seats = [0, 1].map(|side| Seat {
        holder: (wanted.players[side].who == "here").then(|| who.0.clone()),
        invitation: invitations[side].as_ref().map(|code| code.digest().0),
    });
    let id = Secret::for_key(key.as_ref(), "table").reveal().to_owned();
    let time_ms = wanted
        .time_ms
        .unwrap_or(DEFAULT_TIME_MS)
        .min(LONGEST_TIME_MS);
    let game = NewGame {
        id: id.clone(),
        game: entry.name.to_owned(),
        header,
        options: serde_json::to_string(&wanted.options).expect("texts only"),
        time_ms: Some(time_ms.into()),
        seed: Some(i64::from_le_bytes(random())),
        creator: who.0.clone(),
        created_ms: now_ms(),
        seats,
    };
    keep(&hub, game, key.is_some()).await?;
    let invitations = invitations.map(|code| code.map(|code| code.reveal().to_owned()));
    let opened = Json(Opened { id, invitations });
    Ok((StatusCode::CREATED, cookie, opened).into_response())
}

/// Keeps a new table. One that was opened before with the same key by the same browser is the same:
/// the answer got lost.
async fn keep(hub: &Hub, game: NewGame, repeatable: bool) -> Result<(), Failure> {
    let (id, creator) = (game.id.clone(), game.creator.clone());
    match hub.store().create(game).await {
        Err(StoreError::Conflict) if repeatable => {
            let known = hub.store().load(&id).await?;
            let own = known.is_some_and(|known| known.game.creator == creator);
            own.then_some(())
                .ok_or(Failure::Malformed("key".to_owned()))
        }
        kept => Ok(kept?),
    }
}

fn read_key(text: &str) -> Result<Secret, Failure> {
    Secret::read(text).ok_or_else(|| Failure::Malformed("key".to_owned()))
}

fn players_of(
    entry: &Offer,
    wanted: &[PlayerWanted; 2],
    programs: &Programs,
) -> Result<[Player; 2], Failure> {
    let player = |wanted| player_of(entry, wanted, programs);
    let [first, second] = wanted.each_ref().map(player);
    Ok([first?, second?])
}

/// Who is to sit down.
pub(crate) fn player_of(
    entry: &Offer,
    wanted: &PlayerWanted,
    programs: &Programs,
) -> Result<Player, Failure> {
    let bad_name = || {
        let message = Message::new("web-bad-name");
        Failure::Setup("bad-name", message, "a name".to_owned())
    };
    let name = name::of(&wanted.name).ok_or_else(bad_name)?;
    let who = match &*wanted.who {
        "here" | "invited" => HUMAN,
        // Programs and terms have fields of their own, or none.
        strategy if strategy == HUMAN || strategy.contains(['=', ',', '/', ':']) => {
            return Err(Failure::Malformed("who".to_owned()));
        }
        strategy => strategy,
    };
    let mut player = match programs.find(who) {
        Some(program) => renamed(program, name).ok_or_else(bad_name)?,
        None => house::seat(&format!("{name}@{who}"), entry)
            .map_err(|error| Failure::setup("bad-player", &error))?,
    };
    let time = wanted
        .time_ms
        .map(|time| time.min(LONGEST_TIME_MS).to_string());
    let terms = [
        ("clock", wanted.clock.as_deref()),
        ("time", time.as_deref()),
    ];
    for (term, value) in terms {
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            let granted = player.terms.set(term, value);
            granted.map_err(|error| Failure::setup("bad-player", &error))?;
        }
    }
    Ok(player)
}

/// A program under another name, unless that would not read back.
fn renamed(program: &Player, name: String) -> Option<Player> {
    let player = Player {
        name,
        ..program.clone()
    };
    let read = player.to_string().parse::<Player>();
    read.is_ok_and(|read| read == player).then_some(player)
}

fn options(specs: &[OptionSpec], wanted: &TableWanted) -> Result<Options, Failure> {
    let mut options = Options::default();
    for (name, value) in &wanted.options {
        let mut specs = specs.iter().chain([&house::POSITION, &STUDIED]);
        let spec = specs.find(|spec| spec.name == name);
        let spec = spec.ok_or_else(|| Failure::Malformed(format!("option {name}")))?;
        options.set(spec.name, value.as_str());
    }
    Ok(options)
}

/// The record that the game begins with. The page's referee is always distrustful.
fn header(entry: &Offer, options: Options, players: [Player; 2]) -> Result<String, Failure> {
    let setup = Setup {
        options,
        players,
        trust: Trust::Guarded,
        seed: 0,
    };
    let table = entry
        .open(&setup)
        .map_err(|error| Failure::setup("bad-option", &error))?;
    check_choices(entry, &table.position())?;
    Ok(Record::new(table.header().clone()).to_string())
}

/// Refuses what would cost a stranger's neighbours more than it is worth.
pub(crate) fn check_choices(entry: &Offer, position: &str) -> Result<(), Failure> {
    if entry.choices(position, MOST_CHOICES + 1) <= MOST_CHOICES {
        return Ok(());
    }
    let message = Message::new("web-too-big");
    Err(Failure::Setup("too-big", message, "choices".to_owned()))
}

/// The games this browser opened or sat at, the latest first.
#[utoipa::path(get, path = "/api/tables", responses((status = 200, body = Vec<Past>)))]
pub(crate) async fn past(State(hub): State<Hub>, by: Asker) -> Result<Json<Vec<Past>>, Failure> {
    let Some(who) = by.who else {
        return Ok(Json(Vec::new()));
    };
    let games = hub.store().games_of(&who.0, MOST_PAST).await?;
    let past = games.into_iter().map(|game| Past {
        players: players(&game.header),
        id: game.id,
        game: game.game,
        created_ms: game.created_ms,
        touched_ms: game.touched_ms,
        ending: game.ending,
    });
    Ok(Json(past.collect()))
}

fn players(header: &str) -> Vec<String> {
    let record = header.parse::<Record>().ok();
    let players = record.into_iter().flat_map(|record| record.header.players);
    players.map(|player| player.to_string()).collect()
}

/// Who sits where and how the game stands.
#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = String, Path)),
    responses((status = 200, body = Description), (status = 404, body = Trouble)))]
pub(crate) async fn describe(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
) -> Result<Json<Description>, Failure> {
    let describe = |reply| Command::Describe { reply };
    hub.ask(&by, &id, describe).await.map(Json)
}

/// Plays a move; it is durable when this is answered.
#[utoipa::path(post, path = "/api/tables/{id}/moves", params(("id" = String, Path)),
    request_body = MoveWanted,
    responses((status = 200, body = Done), (status = 409, body = Trouble), (status = 422, body = Trouble)))]
pub(crate) async fn play(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
    Body(wanted): Body<MoveWanted>,
) -> Result<Json<Done>, Failure> {
    let play = |reply| Command::Play {
        text: wanted.text.clone(),
        turn: wanted.turn,
        reply,
    };
    let number = hub.ask(&by, &id, play).await?;
    Ok(Json(Done { number }))
}

/// Gives up.
#[utoipa::path(post, path = "/api/tables/{id}/resign", params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 409, body = Trouble)))]
pub(crate) async fn resign(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
) -> Result<Json<Done>, Failure> {
    let number = hub.ask(&by, &id, |reply| Command::Resign { reply }).await?;
    Ok(Json(Done { number }))
}

/// Takes the last move back, where no other person plays.
#[utoipa::path(post, path = "/api/tables/{id}/take-back", params(("id" = String, Path)),
    responses((status = 200, body = Done), (status = 409, body = Trouble)))]
pub(crate) async fn take_back(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
) -> Result<Json<Done>, Failure> {
    let take_back = |reply| Command::TakeBack { reply };
    let number = hub.ask(&by, &id, take_back).await?;
    Ok(Json(Done { number }))
}

/// Asks for advice: where to look, what to play, why. Where no values are given there is none.
#[utoipa::path(post, path = "/api/tables/{id}/hint", params(("id" = String, Path)),
    responses((status = 200, body = Hint), (status = 409, body = Trouble)))]
pub(crate) async fn hint(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
) -> Result<Json<Hint>, Failure> {
    let hint = hub.ask(&by, &id, |reply| Command::Hint { reply }).await?;
    Ok(Json(hint))
}

/// Opens another table with the sides swapped.
#[utoipa::path(post, path = "/api/tables/{id}/again", params(("id" = String, Path)),
    responses((status = 200, body = TableId), (status = 409, body = Trouble)))]
pub(crate) async fn again(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
) -> Result<Json<TableId>, Failure> {
    if !hub.limits().may(Limit::Open, by.from) {
        return Err(Failure::TooFast);
    }
    let id = hub.ask(&by, &id, |reply| Command::Again { reply }).await?;
    Ok(Json(TableId { id }))
}

/// Exchanges an invitation for a seat, once.
#[utoipa::path(post, path = "/api/tables/{id}/join", params(("id" = String, Path)),
    request_body = Invitation, responses((status = 204), (status = 403, body = Trouble)))]
pub(crate) async fn join(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    from: Visitor,
    headers: HeaderMap,
    Body(invitation): Body<Invitation>,
) -> Result<Response, Failure> {
    if !hub.limits().may(Limit::Join, from) {
        return Err(Failure::TooFast);
    }
    let code = Secret::read(&invitation.code).ok_or(Failure::BadInvitation)?;
    let (who, cookie) = with_token(&hub, &headers, None);
    let by = Asker {
        from,
        who: Some(who),
    };
    let sit = |reply| Command::Sit {
        invitation: code.digest(),
        reply,
    };
    hub.ask(&by, &id, sit).await?;
    Ok((StatusCode::NO_CONTENT, cookie).into_response())
}

/// The record of a game that is over.
#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = 409, body = Trouble)))]
pub(crate) async fn record(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
) -> Result<Response, Failure> {
    let text = hub.ask(&by, &id, |reply| Command::Record { reply }).await?;
    let about = [
        (CONTENT_TYPE, "text/plain; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"brelan.txt\""),
    ];
    Ok((about, text).into_response())
}

/// What a position and its moves are worth, as `brelan analyse --json` says it. The options of the
/// command line are not offered: some name files.
#[utoipa::path(post, path = "/api/analyse", request_body = AnalysisWanted,
    responses((status = 200, body = serde_json::Value), (status = 400, body = Trouble)))]
pub(crate) async fn analyse(
    State(hub): State<Hub>,
    from: Visitor,
    Body(wanted): Body<AnalysisWanted>,
) -> Result<Json<serde_json::Value>, Failure> {
    let entry =
        house::find(&wanted.game).map_err(|error| Failure::setup("unknown-game", &error))?;
    if wanted.position.len() > LONGEST_POSITION {
        return Err(Failure::Malformed("position".to_owned()));
    }
    if !entry.is_ready() {
        return Err(Failure::Busy);
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
    let work = move || report(entry, wanted.position.trim(), &limits);
    let engines = hub.engines();
    let report = engines.run(Errand::Analysis, from, work).await?;
    drop(stop);
    report.map(Json)
}

fn report(entry: &Offer, position: &str, limits: &Limits) -> Result<serde_json::Value, Failure> {
    check_choices(entry, position)?;
    let (start, clock) = (Instant::now(), Monotonic::start());
    let analyst = entry.analyst(&Options::default());
    let mut analyst = analyst.map_err(|error| Failure::setup("bad-option", &error))?;
    let mut luck = Seeded::new(u64::from_le_bytes(random()));
    let report = analyst.analyse(position, &mut luck, &Budget::new(limits, &clock));
    let unreadable = |message| Failure::Setup("bad-position", message, position.to_owned());
    let micros = u64::try_from(start.elapsed().as_micros()).ok();
    Ok(report.map_err(unreadable)?.json(entry.name, micros))
}
