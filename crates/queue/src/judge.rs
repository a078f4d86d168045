//! A judge that has the submissions of a class graded by workers.

use std::path::Path;
use std::sync::Arc;

use grade::{
    Check, GradeError, GradeOptions, HomeworkJudge, Report, Submission, Verdict, grade,
    homework_for,
};
use sandbox::Cage;
use subject::Subject;
use table::{Explain, Message, Stop, message};

use crate::QueueError;
use crate::acceptance::{AcceptedResult, CheckedResult, ProgramsEnd};
use crate::access::QueueAccess;
use crate::archive::{PackedArchive, sha256_hex};
use crate::batch::BatchRunner;
use crate::job::{Job, Work};
use crate::requirements::Requirements;
use crate::result::{JobOutcome, ResultReceipt};
use crate::submission_job::SubmissionJob;
use crate::worker::host_name;

/// One in this many submissions is judged twice.
const SAMPLED: u8 = 8;

/// A judge that dispatches the submissions of one class to workers.
#[derive(Debug)]
pub struct QueueJudge {
    batch: BatchRunner,
    /// What the class is named by. Workers know only its digest, and so not which reports are checked.
    pub(crate) identity: String,
    /// Cage in which a report is checked when no second worker can.
    cage: Option<Cage>,
    subject: &'static Subject,
    options: GradeOptions,
    /// Digest of the archive of a teacher's own tests.
    tests: Option<String>,
    concurrency: usize,
    stop: Stop,
}

impl QueueJudge {
    /// Connects to a server, to dispatch `concurrency` submissions at a time. One report in eight is
    /// checked by a second worker or, when there is none, in `cage`.
    pub fn open(
        access: &QueueAccess,
        cage: Option<Cage>,
        subject: &'static Subject,
        folder: &Path,
        options: &GradeOptions,
        concurrency: usize,
        stop: Stop,
    ) -> Result<Self, QueueError> {
        // Another machine may have a folder of the same path.
        let path = folder.canonicalize();
        let identity = format!("{} {path:?} {} {options:?}", host_name(), subject.name);
        let batch = BatchRunner::open(access, &identity)?;
        let mut tests = None;
        if let Some(folder) = &options.tests {
            let owner = folder.display().to_string();
            let archive = PackedArchive::pack(folder, &[]);
            let archive = archive.map_err(|error| QueueError::from_packing(&owner, error))?;
            tests = Some(archive.digest.clone());
            batch.upload(vec![(owner, Arc::new(archive))])?;
        }
        Ok(Self {
            batch,
            identity,
            cage,
            subject,
            options: options.clone(),
            tests,
            concurrency,
            stop,
        })
    }

    /// Removes and returns the messages to people since the last call.
    pub fn take_notices(&self) -> Vec<Message> {
        self.batch.dispatcher.take_notices()
    }

    /// Has a submission graded, until a worker returns a report of that submission and subject. Some
    /// reports are checked by a second one.
    async fn dispatch(
        &self,
        number: u64,
        submission: SubmissionJob,
        path: &Path,
    ) -> Result<Report, GradeError> {
        let is_sampled = is_sampled(&self.identity, submission.digest());
        let shown = submission.display_path().to_owned();
        let job = self
            .batch
            .dispatcher
            .job(number, Work::Submission(Box::new(submission)));
        let first = self.have_graded(job.clone(), &shown).await?;
        let stopped = || GradeError::QueueUnavailable(message!("queue-stopped"));
        let first = first.ok_or_else(stopped)?;
        if is_sampled {
            self.check_report(job, &first, path).await?;
        }
        Ok(first.value)
    }

    /// Has a job done by workers that it does not exclude; `path` is that of the report. None when there
    /// is no such worker, or the class was stopped.
    async fn have_graded(
        &self,
        job: Job,
        path: &str,
    ) -> Result<Option<AcceptedResult<Report>>, QueueError> {
        let requirements = self.requirements();
        let check = |outcome| match outcome {
            JobOutcome::Judged(report) => {
                let value = *report;
                let is_own = value.subject == self.subject.name && value.path == path;
                let programs = programs_end(&value);
                is_own.then_some(CheckedResult { value, programs })
            }
            _ => None,
        };
        let dispatcher = &self.batch.dispatcher;
        dispatcher.run(job, &requirements, &self.stop, check).await
    }

    fn requirements(&self) -> Requirements {
        Requirements::for_grading(self.subject, self.options.run.as_deref())
    }

    /// Has a submission judged again, by another worker if there is one, else in the cage of this
    /// machine. Fails when the reports differ; people are told when neither can judge it.
    async fn check_report(
        &self,
        mut job: Job,
        first: &AcceptedResult<Report>,
        path: &Path,
    ) -> Result<(), GradeError> {
        let (dispatcher, work) = (&self.batch.dispatcher, job.title());
        // The first worker need not keep its report.
        dispatcher.confirm(job.number, ResultReceipt::Stored);
        job.excluded.push(first.worker.clone());
        let second = self.have_graded(job, &first.value.path).await?;
        let second = match second {
            Some(AcceptedResult { value, worker }) => Some((worker, value)),
            None => self.grade_here(path, &first.value.path)?,
        };
        let Some((other, report)) = second else {
            let worker = first.worker.as_str();
            dispatcher.note(message!("queue-unchecked", work = work.explain(), worker));
            return Ok(());
        };
        let checks = differing_checks(&first.value, &report);
        if checks.is_empty() {
            return Ok(());
        }
        let worker = first.worker.clone();
        let differs = QueueError::Differs {
            work,
            worker,
            other,
            checks: checks.join(", "),
        };
        Err(differs.into())
    }

    /// The report of a submission by this machine, with its name; none where it cannot judge it.
    fn grade_here(&self, path: &Path, shown: &str) -> Result<Option<(String, Report)>, GradeError> {
        let requirements = self.requirements();
        let is_able = |cage: &&Cage| requirements.are_met(Some(cage)) && !self.stop.pulled();
        let Some(cage) = self.cage.as_ref().filter(is_able) else {
            return Ok(None);
        };
        let options = GradeOptions {
            called: Some(shown.into()),
            ..self.options.clone()
        };
        let report = grade(cage, homework_for(self.subject)?, path, &options)?;
        Ok(Some((host_name(), report)))
    }
}

/// Whether the report of an archive is checked: one in eight, the same in every run.
pub(crate) fn is_sampled(identity: &str, digest: &str) -> bool {
    let drawn = sha256_hex(format!("{identity} {digest}"), 1);
    u8::from_str_radix(&drawn, 16).is_ok_and(|drawn| drawn.is_multiple_of(SAMPLED))
}

/// Names of the checks with different verdicts, and of those that only one report has.
fn differing_checks(one: &Report, other: &Report) -> Vec<String> {
    let name = |check: &Check| match &check.function {
        Some(function) => format!("{} {function}", check.id),
        None => check.id.clone(),
    };
    let verdicts = |report: &Report| -> Vec<(String, Verdict)> {
        let checks = report.checks.iter();
        checks.map(|check| (name(check), check.verdict)).collect()
    };
    let (one, other) = (verdicts(one), verdicts(other));
    let missing = |from: &[(String, Verdict)], check: &(String, Verdict)| !from.contains(check);
    let differing = one.iter().filter(|it| missing(&other, it));
    let differing = differing.chain(other.iter().filter(|it| missing(&one, it)));
    let mut names: Vec<String> = differing.map(|(name, _)| name.clone()).collect();
    names.sort();
    names.dedup();
    names
}

impl HomeworkJudge for QueueJudge {
    fn parallelism(&self) -> usize {
        self.concurrency
    }

    fn judge(&self, number: usize, path: &Path) -> Result<Report, GradeError> {
        if self.options.run.is_none() {
            // An unreadable submission is reported without a worker.
            Submission::read(homework_for(self.subject)?.language, path)?;
        }
        let owner = path.display().to_string();
        let packed = PackedArchive::pack(path, &[]);
        let archive = packed.map_err(|error| QueueError::from_packing(&owner, error))?;
        let digest = archive.digest.clone();
        let tests = self.tests.as_deref();
        let job = SubmissionJob::new(self.subject, path, &digest, tests, &self.options);
        self.batch.block_on(async {
            let uploads = &self.batch.dispatcher.uploads;
            uploads.send(&owner, Arc::new(archive)).await?;
            let report = self.dispatch(number as u64, job, path).await;
            if report.is_err() {
                // No report will be saved, and no worker need keep its own.
                let dispatcher = &self.batch.dispatcher;
                dispatcher.confirm(number as u64, ResultReceipt::Stored);
            }
            uploads.withdraw(&owner, &digest).await;
            let mut report = report?;
            report.score(&self.options.scale(homework_for(self.subject)?));
            Ok(report)
        })
    }

    fn report_saved(&self, number: usize) {
        self.batch.confirm_stored(&[number as u64]);
    }
}

/// An error of one submission leaves the others alone; one of the server ends the class.
impl From<QueueError> for GradeError {
    fn from(error: QueueError) -> Self {
        let reason = error.explain();
        match error {
            QueueError::Files { .. }
            | QueueError::Damaged(_)
            | QueueError::Undoable { .. }
            | QueueError::Broken { .. }
            | QueueError::Differs { .. } => Self::NoWorker(reason),
            _ => Self::QueueUnavailable(reason),
        }
    }
}

/// The end of a submission's code: a crash without any passed check may be the worker's fault.
fn programs_end(report: &Report) -> ProgramsEnd {
    let passes = |check: &Check| check.verdict.passes();
    let crashes = |check: &Check| matches!(check.verdict, Verdict::Crashed | Verdict::Unjudged);
    if report.checks.iter().any(passes) {
        ProgramsEnd::Finished
    } else if report.checks.iter().any(crashes) {
        ProgramsEnd::Crashed(report.path.clone())
    } else {
        ProgramsEnd::NotRun
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(verdicts: &[(&str, &str)]) -> Report {
        let checks = verdicts.iter().map(|(name, verdict)| {
            format!(
                r#"{{"id":"Q1","function":"{name}","verdict":"{verdict}","points":0.0,"worth":1.0,"says":null,"crash":null,"notes":[]}}"#
            )
        });
        let checks = checks.collect::<Vec<_>>().join(",");
        let text = format!(
            r#"{{"subject":"421","path":"a.py","edition":null,"points":0.0,"out_of":20.0,"checks":[{checks}],"faults":[]}}"#
        );
        serde_json::from_str(&text).expect("a report")
    }

    #[test]
    fn one_report_in_eight_is_checked_and_the_same_ones_each_time() {
        let sampled = |number: usize| is_sampled("a class", &format!("{number:064}"));
        let count = (0..1000).filter(|number| sampled(*number)).count();
        assert!((90..170).contains(&count), "{count}");
        assert!((0..100).all(|number| sampled(number) == sampled(number)));
        let other = |number: usize| is_sampled("another class", &format!("{number:064}"));
        assert!((0..100).any(|number| sampled(number) != other(number)));
    }

    #[test]
    fn checks_with_another_verdict_or_in_one_report_only_differ() {
        let one = report(&[("a", "right"), ("b", "wrong"), ("c", "right")]);
        assert!(differing_checks(&one, &one).is_empty());
        let other = report(&[("a", "right"), ("b", "right")]);
        assert_eq!(differing_checks(&one, &other), ["Q1 b", "Q1 c"]);
    }
}
