//! What every move of a position is worth, told to a browser as it becomes known: first what little
//! time finds, then what more of it proves, until everything is proved or nobody looks any more.

use std::time::{Duration, Instant};

use axum::extract::{Path, State};
use axum::response::Response;
use house::review::Share;
use house::{Language, Offer, Options, Report, Worth, Worths};
use serde::{Deserialize, Serialize};
use table::{Budget, Limits, Monotonic, Seeded, Stop};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use crate::Hub;
use crate::api::{Body, LONGEST_POSITION, check_choices};
use crate::drawn::{game, language};
use crate::engines::{Engines, Errand, StopOnDrop};
use crate::failure::{Failure, Trouble};
use crate::lines::{self, Line};
use crate::live::Command;
use crate::secret::random;
use crate::visitor::{Asker, Visitor};

/// How long each round thinks. A round begins anew in the queue, so that everybody's first comes
/// before anybody's last; it costs the next little, because each is four times as long.
const ROUNDS: [Duration; 3] = [
    Duration::from_millis(100),
    Duration::from_millis(400),
    Duration::from_millis(1400),
];
/// How long work of a given size may take before it is stopped, and an engine to be there.
const LONGEST: Duration = Duration::from_secs(10);
/// How often to look whether an engine can begin.
const LOOK: Duration = Duration::from_millis(50);

/// A position whose moves are to be valued.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ValuesWanted {
    game: String,
    /// As `brelan analyse` reads it.
    position: String,
    /// `fr` or `en`.
    lang: String,
    /// Nodes or samples, at most those of the command line with `--seed`: one answer, that of
    /// `brelan analyse --effort --seed`.
    effort: Option<u64>,
    seed: Option<u64>,
}

/// One line of the answer.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ValuesSeen {
    /// As `brelan analyse --json` prints it.
    report: serde_json::Value,
    /// The position, for whoever has the hand.
    value: WorthSeen,
    /// Every move, for whoever makes it, in the order of the report.
    moves: Vec<MoveSeen>,
    /// What the first side has.
    first: ShareSeen,
    /// Whether everything is proved: nothing better follows.
    settled: bool,
}

/// A value as people read it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct WorthSeen {
    words: String,
    /// Where there is little room.
    short: String,
    /// How sure that is.
    badge: String,
    /// `good`, `even`, `bad` or `open`.
    tone: &'static str,
}

/// A move and its value.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MoveSeen {
    #[serde(rename = "move")]
    text: String,
    /// How many others are better: 0 for the best.
    rank: usize,
    #[serde(flatten)]
    worth: WorthSeen,
}

/// A share of the game, between two bounds that are equal where it is known.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShareSeen {
    low: f64,
    high: f64,
    error: f64,
}

impl From<Worth> for WorthSeen {
    fn from(worth: Worth) -> Self {
        Self {
            words: worth.words,
            short: worth.short,
            badge: worth.badge,
            tone: worth.tone.word(),
        }
    }
}

impl From<Share> for ShareSeen {
    fn from(Share { low, high, error }: Share) -> Self {
        Self { low, high, error }
    }
}

impl ValuesSeen {
    fn of(game: &str, report: &Report, worths: Worths, micros: Option<u64>) -> Self {
        let moves = worths.moves.into_iter();
        let moves = moves.map(|(text, worth, rank)| MoveSeen {
            text,
            rank,
            worth: worth.into(),
        });
        Self {
            report: report.json(game, micros),
            first: worths.value.share.seen_by_first(report.to_move).into(),
            value: worths.value.into(),
            moves: moves.collect(),
            settled: worths.settled,
        }
    }
}

/// What a position and its moves are worth, as it becomes known: one object a line.
#[utoipa::path(post, path = "/api/values", request_body = ValuesWanted,
    responses((status = 200, body = ValuesSeen, content_type = "application/x-ndjson"),
        (status = 400, body = Trouble)))]
pub(crate) async fn values(
    State(hub): State<Hub>,
    from: Visitor,
    Body(wanted): Body<ValuesWanted>,
) -> Result<Response, Failure> {
    let (offer, language) = (game(&wanted.game)?, language(&wanted.lang)?);
    if wanted.position.len() > LONGEST_POSITION {
        return Err(Failure::Malformed("position".to_owned()));
    }
    let question = Question {
        offer,
        position: wanted.position.trim().to_owned(),
        language,
        effort: wanted.effort.map(|effort| effort.min(offer.effort)),
        seed: wanted.seed,
    };
    question.stream(hub.engines().clone(), from).await
}

/// What a player wants to know of the moves at hand.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct OwnValuesWanted {
    /// `fr` or `en`.
    lang: String,
    /// As in `/api/values`.
    effort: Option<u64>,
    seed: Option<u64>,
}

/// What every move of the player who asks is worth, from what that side sees: one object a line, as
/// it becomes known. Nothing while two people play, or against time, unless the table was opened to
/// study.
#[utoipa::path(post, path = "/api/tables/{id}/values", params(("id" = String, Path)),
    request_body = OwnValuesWanted,
    responses((status = 200, body = ValuesSeen, content_type = "application/x-ndjson"),
        (status = 403, body = Trouble), (status = 409, body = Trouble)))]
pub(crate) async fn at_table(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
    Body(wanted): Body<OwnValuesWanted>,
) -> Result<Response, Failure> {
    let language = language(&wanted.lang)?;
    let sight = |reply| Command::Sight { reply };
    let (offer, position) = hub.ask(&by, &id, sight).await?;
    let question = Question {
        offer,
        position,
        language,
        effort: wanted.effort.map(|effort| effort.min(offer.effort)),
        seed: wanted.seed,
    };
    question.stream(hub.engines().clone(), by.from).await
}

/// What is asked about a position.
#[derive(Clone, Debug)]
struct Question {
    offer: &'static Offer,
    position: String,
    language: Language,
    effort: Option<u64>,
    seed: Option<u64>,
}

impl Question {
    /// The answer, line by line. What fails before the first of them is a failure.
    async fn stream(self, engines: Engines, from: Visitor) -> Result<Response, Failure> {
        self.prepare().await?;
        let stop = StopOnDrop::default();
        let (lines, told) = mpsc::channel(1);
        tokio::spawn(self.answer(engines, from, stop.0.clone(), lines));
        lines::answer(told, Some(stop)).await
    }

    /// Waits until the engine can begin: some compute something first, in the background.
    async fn prepare(&self) -> Result<(), Failure> {
        let until = Instant::now() + LONGEST;
        while !self.offer.is_ready() {
            if Instant::now() >= until {
                return Err(Failure::Busy);
            }
            tokio::time::sleep(LOOK).await;
        }
        Ok(())
    }

    async fn answer(self, engines: Engines, from: Visitor, stop: Stop, lines: mpsc::Sender<Line>) {
        let rounds = if self.effort.is_some() {
            1
        } else {
            ROUNDS.len()
        };
        for time in &ROUNDS[..rounds] {
            let (question, limits) = (self.clone(), self.limits(*time, &stop));
            let work = move || question.round(&limits);
            let done = tokio::select! {
                done = engines.run(Errand::Analysis, from, work) => done,
                () = lines.closed() => return,
                () = tokio::time::sleep(LONGEST), if self.effort.is_some() => {
                    stop.pull();
                    Err(Failure::Stopped)
                }
            };
            let (settled, line) = match done {
                Ok(Ok(seen)) => (seen.settled, Ok(lines::line(&seen))),
                Ok(Err(failure)) | Err(failure) => (true, Err(failure)),
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

    fn round(&self, limits: &Limits) -> Result<ValuesSeen, Failure> {
        check_choices(self.offer, &self.position)?;
        let (start, clock) = (Instant::now(), Monotonic::start());
        let analyst = self.offer.analyst(&Options::default());
        let mut analyst = analyst.map_err(|error| Failure::setup("bad-option", &error))?;
        let seed = self.seed.unwrap_or_else(|| u64::from_le_bytes(random()));
        let (mut luck, budget) = (Seeded::new(seed), Budget::new(limits, &clock));
        let report = analyst.analyse(&self.position, &mut luck, &budget);
        let unreadable = |message| Failure::Setup("bad-position", message, self.position.clone());
        let report = report.map_err(unreadable)?;
        let micros = u64::try_from(start.elapsed().as_micros()).ok();
        let worths = self.offer.worths(&report, self.language);
        Ok(ValuesSeen::of(self.offer.name, &report, worths, micros))
    }
}
