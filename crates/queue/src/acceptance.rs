//! Decides whether a returned result counts, or another worker must do the job again.

use crate::blame::{Blame, BlameNotice};

/// Number of failures of one job after which it is given up.
const MAX_JOB_FAILURES: usize = 2;

/// A result that passed the checks of the venue or the judge.
pub(crate) struct CheckedResult<T> {
    pub(crate) value: T,
    pub(crate) programs: ProgramsEnd,
}

/// A result that counts, with the worker that returned it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AcceptedResult<T> {
    pub(crate) value: T,
    pub(crate) worker: String,
}

/// Workers where a job failed for reasons of the machine, or of the job.
#[derive(Debug, Default)]
pub(crate) struct JobFailures(pub(crate) Vec<String>);

impl JobFailures {
    /// Adds a failure. Returns whether the job is to be given up: it failed on two workers, or twice on
    /// the only one that could take it.
    pub(crate) fn add(&mut self, worker: &str) -> bool {
        self.0.push(worker.to_owned());
        self.0.len() >= MAX_JOB_FAILURES
    }

    /// Whether one of these workers is one where the job failed.
    pub(crate) fn happened_at_one_of(&self, workers: &[String]) -> bool {
        workers.iter().any(|worker| self.0.contains(worker))
    }

    /// Names of the workers, each once.
    pub(crate) fn workers(&self) -> String {
        let mut names = self.0.clone();
        names.dedup();
        names.join(", ")
    }
}

/// End of the foreign code in one job.
pub(crate) enum ProgramsEnd {
    /// No program or submission ran, or its end says nothing about the worker.
    NotRun,
    Finished,
    /// The code of this player or submission crashed.
    Crashed(String),
}

/// Decision about the results of one job. Remembers the last crash that another worker should confirm.
#[derive(Debug)]
pub(crate) struct Acceptance<T> {
    doubted: Option<DoubtedCrash<T>>,
}

/// A result with a crash that only one worker has seen.
#[derive(Debug)]
struct DoubtedCrash<T> {
    value: T,
    owner: String,
    worker: String,
}

impl<T> Acceptance<T> {
    pub(crate) const fn new() -> Self {
        Self { doubted: None }
    }

    /// Whether the job is being repeated to confirm a crash.
    pub(crate) const fn is_confirming(&self) -> bool {
        self.doubted.is_some()
    }

    /// The doubted result, used when no other worker can repeat the job.
    pub(crate) fn into_doubted(self) -> Option<AcceptedResult<T>> {
        let DoubtedCrash { value, worker, .. } = self.doubted?;
        Some(AcceptedResult { value, worker })
    }

    /// Decides about one result; `others` is whether another worker could repeat the job. Returns the
    /// value if it counts, none if the job must be repeated elsewhere, and a notice for people.
    pub(crate) fn decide(
        &mut self,
        worker: &str,
        result: CheckedResult<T>,
        others: bool,
        blame: &mut Blame,
    ) -> (Option<T>, Option<BlameNotice>) {
        let CheckedResult { value, programs } = result;
        let owner = match programs {
            ProgramsEnd::NotRun => return (Some(value), None),
            ProgramsEnd::Finished => {
                let doubted = self.doubted.as_ref();
                let doubted = doubted.map(|doubted| (&*doubted.owner, &*doubted.worker));
                return (Some(value), blame.record_finish(worker, doubted));
            }
            ProgramsEnd::Crashed(owner) => owner,
        };
        let (counts, notice) = blame.record_crash(&owner, worker, others);
        if counts {
            return (Some(value), notice);
        }
        let worker = worker.to_owned();
        self.doubted = Some(DoubtedCrash {
            value,
            owner,
            worker,
        });
        (None, notice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(value: u32, programs: ProgramsEnd) -> CheckedResult<u32> {
        CheckedResult { value, programs }
    }

    fn crash(value: u32) -> CheckedResult<u32> {
        result(value, ProgramsEnd::Crashed("A".to_owned()))
    }

    #[test]
    fn a_job_is_given_up_at_its_second_failure_on_any_worker() {
        for (workers, named) in [(["w1", "w2"], "w1, w2"), (["w1", "w1"], "w1")] {
            let mut failures = JobFailures::default();
            assert!(!failures.add(workers[0]));
            assert!(failures.add(workers[1]));
            assert_eq!(failures.workers(), named);
        }
    }

    #[test]
    fn a_result_without_a_crash_counts_at_once() {
        for programs in [ProgramsEnd::NotRun, ProgramsEnd::Finished] {
            let (mut acceptance, mut blame) = (Acceptance::new(), Blame::default());
            let decided = acceptance.decide("w", result(1, programs), true, &mut blame);
            assert_eq!(decided, (Some(1), None));
            assert!(!acceptance.is_confirming());
        }
    }

    #[test]
    fn a_first_crash_is_repeated_elsewhere_and_kept_if_it_cannot_be() {
        let (mut acceptance, mut blame) = (Acceptance::new(), Blame::default());
        assert_eq!(
            acceptance.decide("w", crash(1), true, &mut blame),
            (None, None)
        );
        assert!(acceptance.is_confirming());
        let (value, worker) = (1, "w".to_owned());
        assert_eq!(
            acceptance.into_doubted(),
            Some(AcceptedResult { value, worker })
        );
    }

    #[test]
    fn a_crash_counts_when_a_second_worker_confirms_it() {
        let (mut acceptance, mut blame) = (Acceptance::new(), Blame::default());
        acceptance.decide("w1", crash(1), true, &mut blame);
        let (value, notice) = acceptance.decide("w2", crash(2), true, &mut blame);
        assert_eq!(value, Some(2));
        assert!(matches!(notice, Some(BlameNotice::PlayerCrashes { .. })));
    }

    #[test]
    fn a_finish_elsewhere_blames_the_worker_of_the_crash() {
        let mut blame = Blame::default();
        let notices: Vec<_> = (0..2)
            .map(|_| {
                let mut acceptance = Acceptance::new();
                acceptance.decide("bad", crash(1), true, &mut blame);
                let finished = result(2, ProgramsEnd::Finished);
                let (value, notice) = acceptance.decide("good", finished, true, &mut blame);
                assert_eq!(value, Some(2));
                notice
            })
            .collect();
        assert_eq!(notices[0], None);
        assert!(matches!(
            notices[1],
            Some(BlameNotice::WorkerExcluded { .. })
        ));
    }
}
