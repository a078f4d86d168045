//! What travels: a piece of work, what came of it, and who is there. All of it is JSON, bounded before
//! it is read.

use grade::Report;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use table::Message;

use crate::game::Game;
use crate::paper::Paper;

/// Bytes of a job, of a record, of notes beside it, of a report, and of an answer: NATS carries a
/// megabyte.
pub(crate) const MOST_JOB: usize = 64 << 10;
pub(crate) const MOST_RECORD: usize = 384 << 10;
pub(crate) const MOST_NOTES: usize = 128 << 10;
pub(crate) const MOST_REPORT: usize = 900 << 10;
const MOST_ANSWER: usize = 960 << 10;
const MOST_PRESENCE: usize = 16 << 10;
/// Letters of a name, and of what a worker says of its troubles.
const LONGEST_NAME: usize = 64;
const LONGEST_REASON: usize = 300;
/// Letters of a digest.
const DIGEST: usize = 64;

/// One piece of work, whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    /// Whose it is: a tournament, or a class.
    pub(crate) errand: String,
    pub(crate) number: u64,
    pub(crate) work: Work,
    /// Workers that have done it.
    pub(crate) not: Vec<String>,
}

/// What there is to do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Work {
    /// A game to play.
    Game(Box<Game>),
    /// A student's paper to judge.
    Paper(Box<Paper>),
}

/// A job that no house would have sent.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct BadJob(pub(crate) String);

impl Job {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let job: Self = read(bytes, MOST_JOB)?;
        let named = match &job.work {
            Work::Game(game) => game.archives().all(is_digest),
            Work::Paper(paper) => paper.archives().all(is_digest),
        };
        (named && is_name(&job.errand)).then_some(job)
    }

    /// How people call it.
    pub(crate) fn title(&self) -> Message {
        match &self.work {
            Work::Game(_) => Message::new("queue-game").with("number", self.number.to_string()),
            Work::Paper(paper) => Message::new("queue-paper").with("name", plain(paper.called())),
        }
    }
}

/// What a worker says of a job.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answer {
    pub(crate) number: u64,
    pub(crate) worker: String,
    pub(crate) outcome: Outcome,
}

/// What came of it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Outcome {
    Done(Done),
    /// An archive that is not there, or not what its digest says.
    Damaged {
        archive: String,
    },
    /// It cannot be done, there or anywhere.
    Refused {
        reason: String,
    },
    /// Something of that machine failed.
    Failed {
        reason: String,
    },
}

/// What is brought home.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Done {
    Played {
        record: String,
        notes: Option<String>,
    },
    Judged(Box<Report>),
}

impl Outcome {
    pub(crate) fn failed(reason: &str) -> Self {
        let reason = plain(reason);
        Self::Failed { reason }
    }

    pub(crate) fn refused(reason: &str) -> Self {
        let reason = plain(reason);
        Self::Refused { reason }
    }
}

impl Answer {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut answer: Self = read(bytes, MOST_ANSWER)?;
        let fits = match &mut answer.outcome {
            Outcome::Done(Done::Played { record, notes }) => {
                let notes = notes.as_ref().map_or(0, String::len);
                record.len() <= MOST_RECORD && notes <= MOST_NOTES
            }
            Outcome::Done(Done::Judged(_)) => true,
            Outcome::Damaged { archive } => is_digest(archive),
            Outcome::Refused { reason } | Outcome::Failed { reason } => {
                *reason = plain(reason);
                true
            }
        };
        (fits && is_name(&answer.worker)).then_some(answer)
    }
}

/// A worker is there, and takes these kinds of work.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Presence {
    pub(crate) worker: String,
    pub(crate) serves: Vec<String>,
}

impl Presence {
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        read(bytes, MOST_PRESENCE).filter(|presence: &Self| is_name(&presence.worker))
    }
}

/// What whoever waits says to an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// Nobody waits for it any more: it is kept.
    Kept,
    /// It is to be done again, by whoever takes it.
    Again,
    /// Nothing counts that this worker sends.
    Aside,
}

impl Reply {
    const ALL: [(Self, &'static str); 3] = [
        (Self::Kept, "kept"),
        (Self::Again, "again"),
        (Self::Aside, "aside"),
    ];

    pub(crate) fn word(self) -> &'static str {
        let named = Self::ALL.iter().find(|(reply, _)| *reply == self);
        named.map_or("", |(_, word)| word)
    }

    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let named = Self::ALL.iter().find(|(_, word)| word.as_bytes() == bytes);
        named.map(|(reply, _)| *reply)
    }
}

/// As it travels.
pub(crate) fn written(it: &impl Serialize) -> Vec<u8> {
    // Texts, numbers and lists of them: it has a JSON form.
    serde_json::to_vec(it).unwrap_or_default()
}

fn read<T: DeserializeOwned>(bytes: &[u8], most: usize) -> Option<T> {
    (bytes.len() <= most)
        .then(|| serde_json::from_slice(bytes).ok())
        .flatten()
}

/// A name that is shown and is part of a subject.
pub(crate) fn is_name(text: &str) -> bool {
    let plain = |char: char| char.is_ascii_alphanumeric() || char == '-' || char == '_';
    (1..=LONGEST_NAME).contains(&text.len()) && text.chars().all(plain)
}

pub(crate) fn is_digest(text: &str) -> bool {
    text.len() == DIGEST && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// A text of others, as a terminal may show it.
pub(crate) fn plain(text: &str) -> String {
    let shown = text.chars().filter(|char| !char.is_control());
    shown.take(LONGEST_REASON).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::sample;

    fn job(players: [&str; 2]) -> Job {
        Job {
            errand: "t".to_owned(),
            number: 3,
            work: Work::Game(Box::new(sample(players))),
            not: Vec::new(),
        }
    }

    #[test]
    fn a_job_that_is_too_large_or_leads_elsewhere_is_none() {
        let mut large = job(["A@naif", "B@naif"]);
        assert!(Job::read(&written(&large)).is_some());
        large.not = vec!["x".repeat(MOST_JOB)];
        assert!(Job::read(&written(&large)).is_none());
        let mut game = sample(["A@./bot", "B@naif"]);
        game.programs[0].as_mut().expect("a program").archive = "../../etc".to_owned();
        let elsewhere = Job {
            work: Work::Game(Box::new(game)),
            ..job(["A@naif", "B@naif"])
        };
        assert!(Job::read(&written(&elsewhere)).is_none());
    }

    #[test]
    fn an_answer_beyond_its_bounds_is_none() {
        let played = |letters: usize, worker: &str| {
            let record = "x".repeat(letters);
            let notes = None;
            let outcome = Outcome::Done(Done::Played { record, notes });
            let worker = worker.to_owned();
            let answer = Answer {
                number: 1,
                worker,
                outcome,
            };
            Answer::read(&written(&answer))
        };
        assert!(played(10, "w").is_some());
        assert!(played(MOST_RECORD + 1, "w").is_none());
        assert!(played(10, "w\u{1b}[2J").is_none());
        let failed = br#"{"number":1,"worker":"w","outcome":{"failed":{"reason":"a\u001bb"}}}"#;
        let reason = Answer::read(failed).map(|answer| answer.outcome);
        assert!(matches!(reason, Some(Outcome::Failed { reason }) if reason == "ab"));
    }

    #[test]
    fn replies_read_back() {
        for (reply, word) in Reply::ALL {
            assert_eq!(Reply::read(word.as_bytes()), Some(reply));
            assert_eq!(reply.word(), word);
        }
        assert_eq!(Reply::read(b"KEPT"), None);
    }
}
