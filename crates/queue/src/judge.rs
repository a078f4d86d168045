//! A judge that has the submissions of a class graded by workers.

use std::path::Path;
use std::sync::Arc;

use grade::{
    Check, GradeError, GradeOptions, HomeworkJudge, Report, Submission, Verdict, homework_for,
};
use subject::Subject;
use table::{Explain, Message, Stop, message};

use crate::QueueError;
use crate::acceptance::{CheckedResult, ProgramsEnd};
use crate::archive::PackedArchive;
use crate::batch::BatchRunner;
use crate::job::Work;
use crate::requirements::Requirements;
use crate::result::JobOutcome;
use crate::submission_job::SubmissionJob;
use crate::worker::host_name;

/// A judge that dispatches the submissions of one class to workers.
#[derive(Debug)]
pub struct QueueJudge {
    batch: BatchRunner,
    subject: &'static Subject,
    options: GradeOptions,
    /// Digest of the archive of a teacher's own tests.
    tests: Option<String>,
    concurrency: usize,
    stop: Stop,
}

impl QueueJudge {
    /// Connects to `nats://HOST:PORT`, to dispatch `concurrency` submissions at a time.
    pub fn open(
        url: &str,
        subject: &'static Subject,
        folder: &Path,
        options: &GradeOptions,
        concurrency: usize,
        stop: Stop,
    ) -> Result<Self, QueueError> {
        // Another machine may have a folder of the same path.
        let path = folder.canonicalize();
        let identity = format!("{} {path:?} {} {options:?}", host_name(), subject.name);
        let batch = BatchRunner::open(url, &identity)?;
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

    /// Has a submission graded, until a worker returns a report of that submission and subject.
    async fn dispatch(&self, number: u64, job: SubmissionJob) -> Result<Report, GradeError> {
        let dispatcher = &self.batch.dispatcher;
        let path = job.display_path().to_owned();
        let run = self.options.run.as_deref();
        let requirements = Requirements::for_grading(self.subject, run);
        let job = dispatcher.job(number, Work::Submission(Box::new(job)));
        let check = |outcome| match outcome {
            JobOutcome::Judged(report) => {
                let value = *report;
                let is_own = value.subject == self.subject.name && value.path == path;
                let programs = programs_end(&value);
                is_own.then_some(CheckedResult { value, programs })
            }
            _ => None,
        };
        let report = dispatcher
            .run(job, &requirements, &self.stop, check)
            .await?;
        report.ok_or_else(|| GradeError::QueueUnavailable(message!("queue-stopped")))
    }
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
            let report = self.dispatch(number as u64, job).await;
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
            QueueError::Files { .. } | QueueError::Damaged(_) | QueueError::Undoable { .. } => {
                Self::NoWorker(reason)
            }
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
