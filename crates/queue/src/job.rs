//! Jobs that the dispatcher publishes: one game to play, or one submission to grade.

use serde::{Deserialize, Serialize};
use table::Explain;

use crate::game_job::GameJob;
use crate::submission_job::SubmissionJob;
use crate::wire::{MAX_JOB_BYTES, decode, is_digest, is_name, printable};

/// One job, complete: a worker needs nothing else but the archives it names.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Job {
    /// Identifier of the tournament or class that the job belongs to.
    pub(crate) batch: String,
    /// Random name of the dispatcher's run, for which results are signed.
    pub(crate) run: String,
    pub(crate) number: u64,
    pub(crate) work: Work,
    /// Names of workers that have done this job before and may not do it again.
    pub(crate) excluded: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Work {
    Game(Box<GameJob>),
    Submission(Box<SubmissionJob>),
}

/// A job that no dispatcher would have published; the text says which part is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct InvalidJob(pub(crate) String);

impl Job {
    /// Decodes a job; none when it is too long, malformed, or names a batch or archive that cannot exist.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let job: Self = decode(bytes, MAX_JOB_BYTES)?;
        let archives_named = match &job.work {
            Work::Game(game) => game.archives().all(is_digest),
            Work::Submission(submission) => submission.archives().all(is_digest),
        };
        (archives_named && is_name(&job.batch) && is_name(&job.run)).then_some(job)
    }

    pub(crate) fn title(&self) -> JobTitle {
        match &self.work {
            Work::Game(_) => JobTitle::Game(self.number),
            Work::Submission(submission) => {
                JobTitle::Submission(printable(submission.display_path()))
            }
        }
    }
}

/// Name of a job in messages to people.
#[derive(Clone, Debug, Explain)]
pub enum JobTitle {
    /// A game of a tournament, by its number.
    #[message("queue-game", number = _0.to_string())]
    Game(u64),
    /// A student's submission, by its path.
    #[message("queue-submission", path = _0)]
    Submission(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_job::tests::sample;
    use crate::wire::encode;

    fn job(players: [&str; 2]) -> Job {
        Job {
            batch: "t".to_owned(),
            run: "r".to_owned(),
            number: 3,
            work: Work::Game(Box::new(sample(players))),
            excluded: Vec::new(),
        }
    }

    #[test]
    fn a_job_that_is_too_long_or_names_a_path_as_archive_is_not_decoded() {
        let mut long = job(["A@naif", "B@naif"]);
        assert!(Job::decode(&encode(&long)).is_some());
        long.excluded = vec!["x".repeat(MAX_JOB_BYTES)];
        assert!(Job::decode(&encode(&long)).is_none());
        let mut game = sample(["A@./bot", "B@naif"]);
        game.programs[0]
            .as_mut()
            .expect("the first player is a program")
            .archive = "../../etc".to_owned();
        let with_path = Job {
            work: Work::Game(Box::new(game)),
            ..job(["A@naif", "B@naif"])
        };
        assert!(Job::decode(&encode(&with_path)).is_none());
    }
}
