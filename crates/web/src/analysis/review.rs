//! Reviews of games that are over: made once beside everything else, whoever still looks, then kept;
//! those who wait are told how far it is.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::extract::{Path, State};
use axum::response::Response;
use house::review::Review;
use house::{Language, Options, Progress};
use serde::{Deserialize, Serialize};
use store::{NewReview, Store};
use table::{Explain as _, Limits, Record, RecordError, Stop};
use tokio::sync::{mpsc, watch};
use utoipa::ToSchema;

use crate::Hub;
use crate::api::Body;
use crate::drawn::{game, language};
use crate::engines::{Engines, Errand, StopOnDrop};
use crate::failure::{Failure, Trouble};
use crate::hub::locked;
use crate::lines::{self, Line};
use crate::live::Command;
use crate::secret::digest;
use crate::visitor::{Asker, Visitor};
use crate::wire::side_name;

/// How long a review of a given effort may take before it is stopped.
const LONGEST: Duration = Duration::from_mins(2);
/// A review that is larger is told and not kept.
const LARGEST_KEPT: usize = 4 << 20;

/// What is wanted of a review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewWanted {
    /// `fr` or `en`.
    lang: String,
    /// Nodes or samples for each position, at most those of the command line with `--seed`: the
    /// answer is then that of `brelan review --effort`. Without, a game has its usual time, and its
    /// review is kept.
    effort: Option<u64>,
}

/// One line of the answer: how far it is, and last the review.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum ReviewLine {
    Progress {
        /// Positions that are judged.
        done: u64,
        of: u64,
    },
    Review(ReviewSeen),
}

/// A review, for programs and for people.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReviewSeen {
    /// As `brelan review --json` prints it.
    #[schema(value_type = Object)]
    review: serde_json::Value,
    /// What the terms are of.
    sum: String,
    /// Every term of it; the last is all together.
    terms: Vec<TermSeen>,
    /// What was proved too little about, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    unproved: Option<String>,
    mistakes: Vec<MistakeSeen>,
}

/// A term of the sum, as the first side sees it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TermSeen {
    words: String,
    value: f64,
}

/// A choice that lost something to speak of.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct MistakeSeen {
    /// Its number among all choices of the game, from 0.
    choice: usize,
    side: &'static str,
    /// What the side saw.
    position: String,
    /// What was played.
    #[serde(rename = "move")]
    text: String,
    words: String,
    /// What was better.
    best: String,
    better: String,
    /// Every move that loses nothing to speak of.
    fine: Vec<String>,
    /// `inaccuracy`, `mistake` or `blunder`.
    name: &'static str,
    /// The same in words.
    called: String,
    /// How much of the game that lost.
    loss: f64,
    why: Vec<String>,
}

impl ReviewSeen {
    fn of(review: &Review, language: Language) -> Self {
        let terms = review.terms(language).into_iter();
        let terms = terms.map(|(words, value)| TermSeen { words, value });
        Self {
            review: review.json(language),
            sum: review.told_sum(language),
            terms: terms.collect(),
            unproved: review.told_unproved(language),
            mistakes: mistakes(review, language),
        }
    }
}

fn mistakes(review: &Review, language: Language) -> Vec<MistakeSeen> {
    let choices = review.choices().enumerate();
    let mistakes = choices.filter_map(|(number, (ply, choice))| {
        let name = choice.name.filter(|name| name.is_mistake())?;
        Some(MistakeSeen {
            choice: number,
            side: side_name(ply.side),
            position: ply.position.clone(),
            text: ply.text.clone(),
            words: review.words(ply, &ply.text, language),
            best: choice.best.clone(),
            better: review.words(ply, &choice.best, language),
            fine: choice.fine(ply.side).map(str::to_owned).collect(),
            name: name.word(),
            called: language.word(name.key()),
            loss: choice.loss.value(),
            why: choice.why.iter().map(|why| language.say(why)).collect(),
        })
    });
    mistakes.collect()
}

/// Reviews a game that is over: how far that is, one object a line, and last the review.
#[utoipa::path(post, path = "/api/tables/{id}/review", params(("id" = String, Path)),
    request_body = ReviewWanted,
    responses((status = 200, body = ReviewLine, content_type = "application/x-ndjson"),
        (status = 409, body = Trouble)))]
pub(crate) async fn review(
    State(hub): State<Hub>,
    Path(id): Path<String>,
    by: Asker,
    Body(wanted): Body<ReviewWanted>,
) -> Result<Response, Failure> {
    let language = language(&wanted.lang)?;
    let record = hub.ask(&by, &id, |reply| Command::Record { reply }).await?;
    let question = Question::new(record, wanted.effort);
    let kept = hub
        .store()
        .review(&question.key, &language.to_string())
        .await?;
    let (lines, told) = mpsc::channel(1);
    if let Some(text) = kept {
        let _ = lines.send(Ok((text + "\n").into())).await;
    } else {
        let (store, engines) = (hub.store().clone(), hub.engines().clone());
        let stage = hub.reviews().follow(question, store, engines, by.from);
        tokio::spawn(tell(stage, language, lines));
    }
    lines::answer(told, None).await
}

/// Tells how far a review is until it is there, or nobody reads any more.
async fn tell(mut stage: watch::Receiver<Stage>, language: Language, lines: mpsc::Sender<Line>) {
    loop {
        let now = stage.borrow_and_update().clone();
        let (line, last) = match now {
            Stage::Waiting => (None, false),
            Stage::Judging(Progress { done, total }) => {
                let progress = ReviewLine::Progress { done, of: total };
                (Some(Ok(lines::line(&progress))), false)
            }
            Stage::Made(made) => (Some(Ok(made.in_language(language).into())), true),
            Stage::Failed(failure) => (Some(Err(failure)), true),
        };
        if let Some(line) = line
            && (lines.send(line).await.is_err() || last)
        {
            return;
        }
        if stage.changed().await.is_err() {
            return;
        }
    }
}

/// How far a review is.
#[derive(Clone, Debug)]
enum Stage {
    /// For a place.
    Waiting,
    Judging(Progress),
    Made(Arc<Made>),
    Failed(Failure),
}

/// A review in every language, each as its line.
#[derive(Debug)]
struct Made(Vec<(Language, String)>);

impl Made {
    fn of(review: &Review) -> Self {
        let line = |language| {
            let seen = ReviewLine::Review(ReviewSeen::of(review, language));
            serde_json::to_string(&seen).expect("texts and numbers only")
        };
        let told = Language::ALL.into_iter();
        Self(told.map(|language| (language, line(language))).collect())
    }

    fn in_language(&self, language: Language) -> String {
        let told = self.0.iter().find(|(known, _)| *known == language);
        told.map_or(String::new(), |(_, line)| format!("{line}\n"))
    }
}

/// A game, and how it is to be judged.
#[derive(Debug)]
struct Question {
    /// The same for the same record, judged in the same way by the same version.
    key: String,
    record: String,
    effort: Option<u64>,
}

impl Question {
    fn new(record: String, effort: Option<u64>) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let key = digest(&format!("brelan review {version} {effort:?} {record}")).0;
        Self {
            key,
            record,
            effort,
        }
    }

    fn judge(&self, stop: &Stop, progress: &mut dyn FnMut(Progress)) -> Result<Made, Failure> {
        let broken = |error: RecordError| Failure::Broken(error.to_string());
        let record: Record = self.record.parse().map_err(broken)?;
        let offer = game(&record.header.game)?;
        let limits = Limits {
            effort: self.effort.map(|effort| effort.min(offer.effort)),
            stop: stop.clone(),
            ..Limits::default()
        };
        let reviewer = offer.reviewer(&Options::default());
        let mut reviewer = reviewer.map_err(|error| Failure::setup("bad-option", &error))?;
        let review = reviewer.review(&record, &limits, progress);
        let review = review.map_err(|error| Failure::Refused("no-review", error.explain()))?;
        Ok(Made::of(&review))
    }
}

/// The reviews that are being made.
#[derive(Debug, Default)]
pub(crate) struct Reviews(Arc<Mutex<HashMap<String, watch::Receiver<Stage>>>>);

impl Reviews {
    /// How far an answer is; the first who asks has it made.
    fn follow(
        &self,
        question: Question,
        store: Store,
        engines: Engines,
        from: Visitor,
    ) -> watch::Receiver<Stage> {
        let mut making = locked(&self.0);
        if let Some(stage) = making.get(&question.key) {
            return stage.clone();
        }
        let (stage, seen) = watch::channel(Stage::Waiting);
        making.insert(question.key.clone(), seen.clone());
        let making = Arc::clone(&self.0);
        tokio::spawn(async move {
            let (key, keeps) = (question.key.clone(), question.effort.is_none());
            let made = make(question, &engines, from, &stage).await;
            if let (Ok(made), true) = (&made, keeps) {
                keep(&store, &key, made).await;
            }
            locked(&making).remove(&key);
            stage.send_replace(match made {
                Ok(made) => Stage::Made(made),
                Err(failure) => Stage::Failed(failure),
            });
        });
        seen
    }
}

/// Has a review made as soon as there is a place. The switch is pulled when it takes too long, and
/// when the server ends.
async fn make(
    question: Question,
    engines: &Engines,
    from: Visitor,
    stage: &watch::Sender<Stage>,
) -> Result<Arc<Made>, Failure> {
    let place = engines.place(Errand::Review, Some(from)).await?;
    let stop = StopOnDrop::default();
    let (switch, stage) = (stop.0.clone(), stage.clone());
    let work = tokio::task::spawn_blocking(move || {
        let _place = place;
        let mut told = None;
        question.judge(&switch, &mut |progress| {
            let percent = 100 * progress.done / progress.total.max(1);
            if told.replace(percent) != Some(percent) {
                stage.send_replace(Stage::Judging(progress));
            }
        })
    });
    let made = tokio::time::timeout(LONGEST, work).await;
    drop(stop);
    let made = made.map_err(|_| Failure::Stopped)?;
    made.map_err(|error| Failure::Broken(error.to_string()))?
        .map(Arc::new)
}

/// What cannot be kept is told all the same, and made anew for whoever asks next.
async fn keep(store: &Store, question: &str, made: &Made) {
    for (language, told) in &made.0 {
        if told.len() > LARGEST_KEPT {
            continue;
        }
        let review = NewReview {
            question: question.to_owned(),
            language: language.to_string(),
            told: told.clone(),
        };
        if let Err(error) = store.keep_review(review).await {
            tracing::warn!(%error, "a review could not be kept");
        }
    }
}
