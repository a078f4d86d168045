//! Values of every move of a position, streamed in up to three rounds of growing time, until everything
//! is proved or the client stops reading.

use std::time::{Duration, Instant};

use axum::extract::State;
use axum::response::Response;
use games::RegisteredGame;
use host::{Analysis, Options, RankedMove, Worth};
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
use crate::server::visitor::Visitor;
use crate::tables::command::TableCommand;
use crate::tables::named_table::NamedTable;
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

/// A request for the values of a position and its moves.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValuesRequest {
    game: String,
    /// The position in the notation of `brelan analyse`.
    position: String,
    /// Language of the texts: `fr` or `en`.
    lang: String,
    /// Nodes or samples, at most as many as the command line allows with `--seed`. The response is then
    /// one line, that of `brelan analyse --effort --seed`.
    effort: Option<u64>,
    seed: Option<u64>,
}

/// One line of the streamed values: those after one round of thinking.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValuesLine {
    /// The report as `brelan analyse --json` prints it.
    report: serde_json::Value,
    /// Value of the position for the side to move: `words`, a `short` form, a `badge` for its certainty
    /// (exact, an error, bounds or an estimate), and a `tone`: `good`, `even`, `bad` or `open`.
    #[schema(value_type = Object)]
    value: Worth,
    /// Every move in the order of the report: `move`, `rank` (0 for the best), and `words`, `short`,
    /// `badge` and `tone` of its value for the side that makes it.
    #[schema(value_type = Vec<Object>)]
    moves: Vec<RankedMove>,
    /// The first side's share of the game, between 0 and 1.
    #[schema(value_type = Object)]
    first: Share,
    /// Whether everything is proved, so that no further line follows.
    settled: bool,
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

/// A player's request for values: their language and effort.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableValuesRequest {
    /// Language of the texts: `fr` or `en`.
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
    table: NamedTable,
    JsonBody(wanted): JsonBody<TableValuesRequest>,
) -> Result<Response, RequestError> {
    let language = parse_language(&wanted.lang)?;
    let (offer, position) = table.request(TableCommand::Sight).await?;
    let job = ValuesJob {
        offer,
        position,
        language,
        effort: wanted.effort.map(|effort| effort.min(offer.effort)),
        seed: wanted.seed,
    };
    job.stream(table.hub.engines().clone(), table.by.from).await
}

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
            let done = tokio::select! {
                done = job.in_turn(&engines, from, limits) => done,
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

    /// Runs a round as soon as there is a permit; one of a given effort, which no deadline can cut short, to
    /// its end.
    async fn in_turn(
        self,
        engines: &EnginePool,
        from: Visitor,
        limits: Limits,
    ) -> Result<Result<ValuesLine, RequestError>, RequestError> {
        if self.effort.is_some() {
            let work = move || self.round(&limits);
            return engines.run(JobKind::FixedEffort, from, work).await;
        }
        let work = move |limits: &Limits| self.round(limits);
        engines.search(JobKind::Analysis, from, limits, work).await
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
        let (report, micros) = analyse(self.offer, &self.position, self.seed, limits)?;
        let worths = self.offer.worths(&report, self.language);
        Ok(ValuesLine {
            report: report.json(self.offer.name, micros),
            first: worths.value.share.seen_by_first(report.to_move),
            value: worths.value,
            moves: worths.moves,
            settled: worths.settled,
        })
    }
}

/// Analyses a position of a request; the report, and the microseconds that it took. The seed is random
/// if none is given.
pub(crate) fn analyse(
    offer: &RegisteredGame,
    position: &str,
    seed: Option<u64>,
    limits: &Limits,
) -> Result<(Analysis, Option<u64>), RequestError> {
    check_choices(offer, position)?;
    let (start, clock) = (Instant::now(), Monotonic::start());
    let mut analyst = offer.analyst(&Options::default())?;
    let mut luck = Seeded::new(seed.unwrap_or_else(|| u64::from_le_bytes(random())));
    let report = analyst.analyse(position, &mut luck, &Budget::new(limits, &clock));
    let unreadable = |message| RequestError::Setup("bad-position", message, position.to_owned());
    let micros = u64::try_from(start.elapsed().as_micros()).ok();
    Ok((report.map_err(unreadable)?, micros))
}
