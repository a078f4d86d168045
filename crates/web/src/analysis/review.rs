//! Reviews of finished games: each is computed once, kept in the store, and its progress is streamed to
//! all requests that wait for it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::response::Response;
use host::{Options, Progress};
use review::Review;
use serde::{Deserialize, Serialize};
use store::NewReview;
use table::{Explain as _, Limits, Record, Side, Stop};
use text::Language;
use tokio::sync::{mpsc, watch};
use utoipa::ToSchema;

use super::engines::{EnginePool, JobKind, StopOnDrop};
use super::ndjson::{StreamLine, json_line, stream_lines};
use crate::error::{ErrorBody, RequestError};
use crate::locked;
use crate::server::json_body::JsonBody;
use crate::server::language::parse_language;
use crate::server::secret::digest;
use crate::server::visitor::Visitor;
use crate::tables::actor::TableServices;
use crate::tables::command::TableCommand;
use crate::tables::find_game;
use crate::tables::named_table::NamedTable;

/// Longest time of a review before it is stopped.
const LONGEST: Duration = Duration::from_mins(2);
/// Largest review in bytes that the store keeps.
const LARGEST_KEPT: usize = 4 << 20;

/// A request for a review: its language and effort.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewRequest {
    /// Language of the texts: `fr` or `en`.
    lang: String,
    /// Nodes or samples for each position, at most as many as the command line allows with `--seed`: the
    /// review is then that of `brelan review --effort`. Without it the game's usual time applies, and
    /// the review is kept.
    effort: Option<u64>,
}

/// One line of the response: the progress, and last the review.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ReviewLine {
    Progress {
        /// Positions that were judged.
        done: u64,
        /// Positions in all.
        of: u64,
    },
    Review(ReviewText),
}

/// A review as data and in words.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewText {
    /// The review as `brelan review --json` prints it.
    #[schema(value_type = Object)]
    review: serde_json::Value,
    /// A sentence about the sum of the terms.
    sum: String,
    /// The terms of the result; the last is their sum.
    terms: Vec<TermText>,
    /// A sentence about positions without a proved value, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    unproved: Option<String>,
    mistakes: Vec<MistakeText>,
}

/// A term of the result, for the first side.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TermText {
    words: String,
    value: f64,
}

/// A move that lost a noticeable share of the game.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MistakeText {
    /// Number of the move among all moves of the game, from 0.
    choice: usize,
    #[schema(value_type = String)]
    side: Side,
    /// The position as the side saw it.
    position: String,
    /// The move that was played.
    #[serde(rename = "move")]
    text: String,
    words: String,
    /// The best move.
    best: String,
    /// The best move in words.
    better: String,
    /// All moves that lose less than an inaccuracy does.
    fine: Vec<String>,
    /// `inaccuracy`, `mistake` or `blunder`.
    name: &'static str,
    /// The word for `name` in the language of the review.
    called: String,
    /// Share of the game that the move lost, between 0 and 1; 0 where it is only estimated.
    loss: f64,
    /// What the move lost, in words: a share, or points by estimate.
    lost: String,
    why: Vec<String>,
}

impl ReviewText {
    fn new(review: &Review, language: Language) -> Self {
        let terms = review.terms(language).into_iter();
        let terms = terms.map(|(words, value)| TermText { words, value });
        Self {
            review: review.json(language),
            sum: review.told_sum(language),
            terms: terms.collect(),
            unproved: review.told_unproved(language),
            mistakes: mistakes(review, language),
        }
    }
}

fn mistakes(review: &Review, language: Language) -> Vec<MistakeText> {
    let choices = review.choices().enumerate();
    let mistakes = choices.filter_map(|(number, (ply, choice))| {
        let name = choice.name.filter(|name| name.is_mistake())?;
        Some(MistakeText {
            choice: number,
            side: ply.side,
            position: ply.position.clone(),
            text: ply.text.clone(),
            words: review.words(ply, &ply.text, language),
            best: choice.best.clone(),
            better: review.words(ply, &choice.best, language),
            fine: choice.fine(ply.side).map(str::to_owned).collect(),
            name: name.word(),
            called: language.word(name.key()),
            loss: if choice.loss.is_closed() {
                choice.loss.value()
            } else {
                0.0
            },
            lost: choice.loss_text(language),
            why: choice.why.iter().map(|why| language.say(why)).collect(),
        })
    });
    mistakes.collect()
}

/// Streams the progress of a review, one object a line, and last the review.
#[utoipa::path(post, path = "/api/tables/{id}/review", params(("id" = String, Path)),
    request_body = ReviewRequest,
    responses((status = 200, body = ReviewLine, content_type = "application/x-ndjson"),
        (status = 409, body = ErrorBody)))]
pub(crate) async fn review(
    table: NamedTable,
    JsonBody(wanted): JsonBody<ReviewRequest>,
) -> Result<Response, RequestError> {
    let language = parse_language(&wanted.lang)?;
    let record = table.request(TableCommand::Record).await?;
    let NamedTable { hub, by, id, .. } = table;
    let job = ReviewJob::new(id, record, wanted.effort);
    let kept = hub.store().review(&job.key, &language.to_string()).await?;
    let (sender, lines) = mpsc::channel(1);
    if let Some(text) = kept {
        let _ = sender.send(Ok((text + "\n").into())).await;
    } else {
        let services = hub.tables().services().clone();
        let progress = hub.reviews().follow(job, services, by.from);
        tokio::spawn(stream_progress(progress, language, sender));
    }
    stream_lines(lines, None).await
}

/// Sends the progress of a review and last the review, until the client stops reading.
async fn stream_progress(
    mut progress: watch::Receiver<ReviewProgress>,
    language: Language,
    lines: mpsc::Sender<StreamLine>,
) {
    loop {
        let now = progress.borrow_and_update().clone();
        let (line, last) = match now {
            ReviewProgress::Waiting => (None, false),
            ReviewProgress::Judging(Progress { done, total }) => {
                let line = ReviewLine::Progress { done, of: total };
                (Some(Ok(json_line(&line))), false)
            }
            ReviewProgress::Done(review) => {
                let found = review.iter().find(|(known, _)| *known == language);
                (found.map(|(_, line)| Ok(format!("{line}\n").into())), true)
            }
            ReviewProgress::Failed(error) => (Some(Err(error)), true),
        };
        if let Some(line) = line
            && (lines.send(line).await.is_err() || last)
        {
            return;
        }
        if progress.changed().await.is_err() {
            return;
        }
    }
}

#[derive(Clone, Debug)]
enum ReviewProgress {
    Waiting,
    Judging(Progress),
    Done(Arc<RenderedReview>),
    Failed(RequestError),
}

/// A review as a line of JSON in every language.
type RenderedReview = [(Language, String); 2];

fn render(review: &Review) -> RenderedReview {
    Language::ALL.map(|language| {
        let line = ReviewLine::Review(ReviewText::new(review, language));
        let line = serde_json::to_string(&line).expect("texts and numbers are JSON");
        (language, line)
    })
}

#[derive(Debug)]
struct ReviewJob {
    /// Digest of the record, the effort and the program's version: the key in the store.
    key: String,
    /// Id of the table.
    table: String,
    record: String,
    effort: Option<u64>,
}

impl ReviewJob {
    fn new(table: String, record: String, effort: Option<u64>) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let key = digest(&format!("brelan review {version} {effort:?} {record}")).0;
        Self {
            key,
            table,
            record,
            effort,
        }
    }

    fn judge(
        &self,
        stop: &Stop,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<RenderedReview, RequestError> {
        let record: Record = self.record.parse()?;
        let offer = find_game(&record.header.game)?;
        let limits = Limits {
            effort: self.effort.map(|effort| effort.min(offer.effort)),
            stop: stop.clone(),
            ..Limits::default()
        };
        let mut reviewer = offer.reviewer(&Options::default())?;
        let review = reviewer.review(&record, &limits, progress);
        let review = review.map_err(|error| RequestError::Refused("no-review", error.explain()))?;
        Ok(render(&review))
    }
}

/// The reviews that are being computed, by key.
#[derive(Debug, Default)]
pub(crate) struct RunningReviews(Arc<Mutex<HashMap<String, watch::Receiver<ReviewProgress>>>>);

impl RunningReviews {
    /// Returns the progress of a review, and starts the review unless it is running.
    fn follow(
        &self,
        job: ReviewJob,
        services: TableServices,
        from: Visitor,
    ) -> watch::Receiver<ReviewProgress> {
        let mut running = locked(&self.0);
        if let Some(progress) = running.get(&job.key) {
            return progress.clone();
        }
        let (progress, receiver) = watch::channel(ReviewProgress::Waiting);
        running.insert(job.key.clone(), receiver.clone());
        let running = Arc::clone(&self.0);
        tokio::spawn(async move {
            let (key, game, keeps) = (job.key.clone(), job.table.clone(), job.effort.is_none());
            let review = compute(job, &services.engines, from, &progress).await;
            if let (Ok(review), true) = (&review, keeps) {
                keep(&services, from, [&game, &key], review).await;
            }
            locked(&running).remove(&key);
            progress.send_replace(match review {
                Ok(review) => ReviewProgress::Done(review),
                Err(error) => ReviewProgress::Failed(error),
            });
        });
        receiver
    }
}

/// Computes a review as soon as there is a permit. It is stopped when it takes too long, and when the
/// server ends.
async fn compute(
    job: ReviewJob,
    engines: &EnginePool,
    from: Visitor,
    progress: &watch::Sender<ReviewProgress>,
) -> Result<Arc<RenderedReview>, RequestError> {
    let permit = engines.permit(JobKind::Review, from).await?;
    let stop = StopOnDrop::default();
    let (stopped, sender) = (stop.0.clone(), progress.clone());
    let work = permit.run(move || {
        let mut sent = None;
        job.judge(&stopped, &mut |progress| {
            let percent = 100 * progress.done / progress.total.max(1);
            if sent.replace(percent) != Some(percent) {
                sender.send_replace(ReviewProgress::Judging(progress));
            }
        })
    });
    let review = tokio::time::timeout(LONGEST, work).await;
    drop(stop);
    let review = review.map_err(|_| RequestError::Cancelled)?;
    review?.map(Arc::new)
}

/// Keeps a review in the store, unless it is full or the visitor has stored much. A review that cannot be
/// kept is computed again for the next request.
async fn keep(
    services: &TableServices,
    from: Visitor,
    [game, key]: [&str; 2],
    review: &RenderedReview,
) {
    for (language, line) in review {
        let is_allowed = line.len() <= LARGEST_KEPT
            && services.room.check().is_ok()
            && services.limits.check_stored(from, line.len()).is_ok();
        if !is_allowed {
            continue;
        }
        let kept = NewReview {
            game: game.to_owned(),
            question: key.to_owned(),
            language: language.to_string(),
            text: line.clone(),
        };
        if let Err(error) = services.store.keep_review(kept).await {
            tracing::warn!(%error, "a review was not kept");
        }
    }
}

#[cfg(test)]
mod tests {
    use store::{Address, Store};

    use super::*;
    use crate::{Bus, Hub, Origin, Programs, Retention, Site};

    /// A small record may have a review of megabytes.
    #[tokio::test]
    async fn a_review_counts_as_stored_for_the_visitor() {
        let folder = tempfile::tempdir().unwrap();
        let address = Address::File(folder.path().join("games.sqlite"));
        let store = Store::open(&address).await.unwrap();
        let origin: Origin = "http://127.0.0.1:4210".parse().unwrap();
        let (site, programs, bus) = (Site::from(origin), Programs::default(), Bus::default());
        let hub = Hub::new(store, site, Vec::new(), programs, bus, Retention::default());
        let review = Language::ALL.map(|language| (language, "x".repeat(1 << 20)));
        let [greedy, other] = [1, 2].map(|last| Visitor::at([192, 0, 2, last].into()));
        hub.limits().exhaust_stored(greedy);
        let services = hub.tables().services();
        for (from, key, kept) in [(greedy, "one", false), (other, "other", true)] {
            keep(services, from, ["game", key], &review).await;
            let found = hub.store().review(key, "fr").await.unwrap();
            assert_eq!(found.is_some(), kept, "{key}");
        }
    }
}
