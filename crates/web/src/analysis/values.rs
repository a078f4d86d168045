//! Values of every move of a position, streamed in up to three rounds of growing time, until everything
//! is proved or the client stops reading.

use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::response::Response;
use games::RegisteredGame;
use host::{Analysis, Options, Tone, Worth, Worths};
use serde::{Deserialize, Serialize};
use table::Share;
use table::{Budget, Limits, Monotonic, Seeded, Stop};
use text::Language;
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::engines::{EnginePool, JobKind, StopOnDrop};
use super::ndjson::{StreamLine, json_line, stream_lines};
use crate::Hub;
use crate::error::{ErrorBody, RequestError};
use crate::server::json_body::JsonBody;
use crate::server::language::parse_language;
use crate::server::secret::random;
use crate::server::visitor::{Requester, Visitor};
use crate::tables::command::TableCommand;
use crate::tables::{LONGEST_POSITION, check_choices, find_game};

/// Thinking time of each round. A round waits in the queue again, so that first rounds come before
/// last ones; each starts over, which costs little because it is four times as long.
const ROUNDS: [Duration; 3] = [
    Duration::from_millis(100),
    Duration::from_millis(400),
    Duration::from_millis(1400),
];
/// Longest time of a job with a given effort, and of the wait for an engine to get ready.
const LONGEST: Duration = Duration::from_secs(10);
/// Interval of the checks whether an engine is ready.
const READY_CHECK: Duration = Duration::from_millis(50);

/// A position whose moves shall be valued.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValuesRequest {
    game: String,
    /// The position in the notation of `brelan analyse`.
    position: String,
    /// `fr` or `en`.
    lang: String,
    /// Nodes or samples, at most as many as the command line allows with `--seed`. The response is then
    /// one line, that of `brelan analyse --effort --seed`.
    effort: Option<u64>,
    seed: Option<u64>,
}

/// One line of the response.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValuesLine {
    /// The report as `brelan analyse --json` prints it.
    report: serde_json::Value,
    /// Value of the position for the side to move.
    value: ValueText,
    /// Value of every move for the side that makes it, in the order of the report.
    moves: Vec<MoveValue>,
    /// The first side's share of the game, between 0 and 1.
    #[schema(value_type = Object)]
    first: Share,
    /// Whether everything is proved, so that no further line follows.
    settled: bool,
}

/// A value in words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValueText {
    words: String,
    /// The same in a few characters.
    short: String,
    /// The certainty: exact, an error, bounds or an estimate.
    badge: String,
    /// `good`, `even`, `bad` or `open`.
    #[schema(value_type = String)]
    tone: Tone,
}

/// A move and its value.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MoveValue {
    #[serde(rename = "move")]
    text: String,
    /// Number of better moves: 0 for the best.
    rank: usize,
    #[serde(flatten)]
    worth: ValueText,
}

impl From<Worth> for ValueText {
    fn from(worth: Worth) -> Self {
        Self {
            words: worth.words,
            short: worth.short,
            badge: worth.badge,
            tone: worth.tone,
        }
    }
}

impl ValuesLine {
    fn new(game: &str, report: &Analysis, worths: Worths, micros: Option<u64>) -> Self {
        let moves = worths.moves.into_iter();
        let moves = moves.map(|(text, worth, rank)| MoveValue {
            text,
            rank,
            worth: worth.into(),
        });
        Self {
            report: report.json(game, micros),
            first: worths.value.share.seen_by_first(report.to_move),
            value: worths.value.into(),
            moves: moves.collect(),
            settled: worths.settled,
        }
    }
}

/// Streams the values of a position and its moves, one object a line.
#[utoipa::path(post, path = "/api/values", request_body = ValuesRequest,
    responses((status = 200, body = ValuesLine, content_type = "application/x-ndjson"),
        (status = 400, body = ErrorBody)))]
pub(crate) async fn values(
    State(hub): State<Hub>,
    from: Visitor,
    JsonBody(wanted): JsonBody<ValuesRequest>,
) -> Result<Response, RequestError> {
    let (offer, language) = (find_game(&wanted.game)?, parse_language(&wanted.lang)?);
    if wanted.position.len() > LONGEST_POSITION {
        return Err(RequestError::Malformed("position".to_owned()));
    }
    let job = ValuesJob {
        offer,
        position: wanted.position.trim().to_owned(),
        language,
        effort: wanted.effort.map(|effort| effort.min(offer.effort)),
        seed: wanted.seed,
    };
    job.stream(hub.engines().clone(), from).await
}

/// The form of the values that a player asks for.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableValuesRequest {
    /// `fr` or `en`.
    lang: String,
    /// Nodes or samples, as in `/api/values`.
    effort: Option<u64>,
    seed: Option<u64>,
}

/// Streams the values of the moves of the player who asks, from what that side sees. Refused while two
/// people play or against a clock, unless the table was opened to study.
#[utoipa::path(post, path = "/api/tables/{id}/values", params(("id" = String, Path)),
    request_body = TableValuesRequest,
    responses((status = 200, body = ValuesLine, content_type = "application/x-ndjson"),
        (status = 403, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(crate) async fn at_table(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Requester,
    JsonBody(wanted): JsonBody<TableValuesRequest>,
) -> Result<Response, RequestError> {
    let language = parse_language(&wanted.lang)?;
    let sight = |reply| TableCommand::Sight { reply };
    let (offer, position) = hub.tables().request(&by, &id, sight).await?;
    let job = ValuesJob {
        offer,
        position,
        language,
        effort: wanted.effort.map(|effort| effort.min(offer.effort)),
        seed: wanted.seed,
    };
    job.stream(hub.engines().clone(), by.from).await
}

/// A position to value, and how.
#[derive(Clone, Debug)]
struct ValuesJob {
    offer: &'static RegisteredGame,
    position: String,
    language: Language,
    effort: Option<u64>,
    seed: Option<u64>,
}

impl ValuesJob {
    /// Streams the rounds as lines. An error before the first line is the response.
    async fn stream(self, engines: EnginePool, from: Visitor) -> Result<Response, RequestError> {
        self.wait_until_ready().await?;
        let stop = StopOnDrop::default();
        let (sender, lines) = mpsc::channel(1);
        tokio::spawn(self.run(engines, from, stop.0.clone(), sender));
        stream_lines(lines, Some(stop)).await
    }

    /// Waits for an engine that has to compute tables in the background first.
    async fn wait_until_ready(&self) -> Result<(), RequestError> {
        let until = Instant::now() + LONGEST;
        while !self.offer.is_ready() {
            if Instant::now() >= until {
                return Err(RequestError::Busy);
            }
            tokio::time::sleep(READY_CHECK).await;
        }
        Ok(())
    }

    async fn run(
        self,
        engines: EnginePool,
        from: Visitor,
        stop: Stop,
        lines: mpsc::Sender<StreamLine>,
    ) {
        let rounds = if self.effort.is_some() {
            1
        } else {
            ROUNDS.len()
        };
        for time in &ROUNDS[..rounds] {
            let (job, limits) = (self.clone(), self.limits(*time, &stop));
            let work = move || job.round(&limits);
            let done = tokio::select! {
                done = engines.run(JobKind::Analysis, from, work) => done,
                () = lines.closed() => return,
                () = tokio::time::sleep(LONGEST), if self.effort.is_some() => {
                    stop.pull();
                    Err(RequestError::Cancelled)
                }
            };
            let (settled, line) = match done {
                Ok(Ok(values)) => (values.settled, Ok(json_line(&values))),
                Ok(Err(error)) | Err(error) => (true, Err(error)),
            };
            if lines.send(line).await.is_err() || settled {
                return;
            }
        }
    }

    fn limits(&self, time: Duration, stop: &Stop) -> Limits {
        Limits {
            time: Some(time),
            effort: self.effort,
            stop: stop.clone(),
            ..Limits::default()
        }
    }

    fn round(&self, limits: &Limits) -> Result<ValuesLine, RequestError> {
        check_choices(self.offer, &self.position)?;
        let (start, clock) = (Instant::now(), Monotonic::start());
        let analyst = self.offer.analyst(&Options::default());
        let mut analyst = analyst.map_err(|error| RequestError::setup("bad-option", &error))?;
        let seed = self.seed.unwrap_or_else(|| u64::from_le_bytes(random()));
        let (mut luck, budget) = (Seeded::new(seed), Budget::new(limits, &clock));
        let report = analyst.analyse(&self.position, &mut luck, &budget);
        let unreadable =
            |message| RequestError::Setup("bad-position", message, self.position.clone());
        let report = report.map_err(unreadable)?;
        let micros = u64::try_from(start.elapsed().as_micros()).ok();
        let worths = self.offer.worths(&report, self.language);
        Ok(ValuesLine::new(self.offer.name, &report, worths, micros))
    }
}
