//! Results that workers return for their jobs, and the receipts that they get for them.

use grade::Report;
use serde::{Deserialize, Serialize};

use crate::wire::{
    MAX_NOTES_BYTES, MAX_RECORD_BYTES, MAX_RESULT_BYTES, decode, is_digest, is_name, printable,
};

/// Message of a worker that says how one of its jobs ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkerResult {
    pub(crate) number: u64,
    pub(crate) worker: String,
    pub(crate) outcome: JobOutcome,
}

/// End of a job at one worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum JobOutcome {
    Played(PlayedGame),
    Judged(Box<Report>),
    /// An archive was missing at the server, or its content did not match its digest.
    Damaged {
        archive: String,
    },
    /// The job is invalid or too large, so that no worker can do it.
    Refused {
        reason: String,
    },
    /// The worker's machine failed; another worker may succeed.
    Failed {
        reason: String,
    },
}

/// A finished game as a worker returns it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayedGame {
    pub(crate) record: String,
    /// Lines that the programs left for their owners.
    pub(crate) notes: Option<String>,
}

impl JobOutcome {
    /// A failure of this machine, with its reason made printable.
    pub(crate) fn failed(reason: &dyn ToString) -> Self {
        let reason = printable(&reason.to_string());
        Self::Failed { reason }
    }

    /// A refusal of the job, with its reason made printable.
    pub(crate) fn refused(reason: &dyn ToString) -> Self {
        let reason = printable(&reason.to_string());
        Self::Refused { reason }
    }
}

impl WorkerResult {
    /// Decodes a result; none when a part of it is too long or malformed. Reasons are made printable.
    pub(crate) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut result: Self = decode(bytes, MAX_RESULT_BYTES)?;
        let fits = match &mut result.outcome {
            JobOutcome::Played(PlayedGame { record, notes }) => {
                let notes = notes.as_ref().map_or(0, String::len);
                record.len() <= MAX_RECORD_BYTES && notes <= MAX_NOTES_BYTES
            }
            JobOutcome::Judged(_) => true,
            JobOutcome::Damaged { archive } => is_digest(archive),
            JobOutcome::Refused { reason } | JobOutcome::Failed { reason } => {
                *reason = printable(reason);
                true
            }
        };
        (fits && is_name(&result.worker)).then_some(result)
    }
}

/// Reply of the dispatcher to a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ResultReceipt {
    /// The result is stored or not needed: the job is done.
    Stored,
    /// The job must be done again by any worker.
    Retry,
    /// The worker is excluded: none of its results count.
    Excluded,
    /// The result is not signed with the dispatcher's key.
    Unsigned,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::encode;

    #[test]
    fn a_result_beyond_its_limits_is_not_decoded() {
        let played = |letters: usize, worker: &str| {
            let record = "x".repeat(letters);
            let notes = None;
            let result = WorkerResult {
                number: 1,
                worker: worker.to_owned(),
                outcome: JobOutcome::Played(PlayedGame { record, notes }),
            };
            WorkerResult::decode(&encode(&result))
        };
        assert!(played(10, "w").is_some());
        assert!(played(MAX_RECORD_BYTES + 1, "w").is_none());
        assert!(played(10, "w\u{1b}[2J").is_none());
        let failed = br#"{"number":1,"worker":"w","outcome":{"failed":{"reason":"a\u001bb"}}}"#;
        let outcome = WorkerResult::decode(failed).map(|result| result.outcome);
        assert!(matches!(outcome, Some(JobOutcome::Failed { reason }) if reason == "ab"));
    }
}
