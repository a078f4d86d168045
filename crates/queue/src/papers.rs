//! A class whose papers are judged by workers.

use std::path::Path;
use std::sync::Arc;

use grade::{
    Check, GradeError, GradeOptions, HomeworkJudge, Report, Submission, Verdict, homework_for,
};
use house::subject::Subject;
use table::{Explain, Message, Stop};

use crate::QueueError;
use crate::archive::pack;
use crate::counter::Counter;
use crate::job::{Done, Work};
use crate::needs::Needs;
use crate::paper::Paper;
use crate::weighing::{Brought, Fall};
use crate::worker::host;

/// Where the papers of a class are judged by workers.
#[derive(Debug)]
pub struct Papers {
    counter: Counter,
    subject: &'static Subject,
    options: GradeOptions,
    /// The digest of a teacher's own tests.
    tests: Option<String>,
    places: usize,
    stop: Stop,
}

impl Papers {
    /// Connects to `nats://HOST:PORT` to hand out the papers of a folder, `places` at a time, until the
    /// switch is pulled.
    ///
    /// # Errors
    /// When nobody answers, or a teacher's tests cannot be sent.
    pub fn open(
        url: &str,
        subject: &'static Subject,
        folder: &Path,
        options: &GradeOptions,
        places: usize,
        stop: Stop,
    ) -> Result<Self, QueueError> {
        // Others may have a folder of that name.
        let place = folder.canonicalize();
        let settled = format!("{} {place:?} {} {options:?}", host(), subject.name);
        let counter = Counter::open(url, &settled)?;
        let mut tests = None;
        if let Some(folder) = &options.tests {
            let owner = folder.display().to_string();
            let packed = pack(folder, &[]).map_err(|error| QueueError::packing(&owner, &error))?;
            tests = Some(packed.digest.clone());
            counter.bring_all(vec![(owner, Arc::new(packed))])?;
        }
        Ok(Self {
            counter,
            subject,
            options: options.clone(),
            tests,
            places,
            stop,
        })
    }

    /// What has happened since it was last asked.
    pub fn remarks(&self) -> Vec<Message> {
        self.counter.remarks()
    }

    /// Hands a paper out until a report comes back that is one of it.
    async fn hand_out(&self, number: u64, paper: Paper) -> Result<Report, GradeError> {
        let hall = &self.counter.hall;
        let called = paper.called().to_owned();
        let needs = Needs::grading(self.subject, self.options.run.as_deref());
        let job = hall.job(number, Work::Paper(Box::new(paper)));
        let read = |done| match done {
            Done::Judged(report) => {
                let it = *report;
                let own = it.subject == self.subject.name && it.path == called;
                let fall = fall(&it);
                own.then_some(Brought { it, fall })
            }
            Done::Played { .. } => None,
        };
        let done = hall.done(job, &needs, &self.stop, read).await;
        let report = done.map_err(|error| unjudged(&error))?;
        report.ok_or_else(|| GradeError::QueueUnavailable(Message::new("queue-stopped")))
    }
}

impl HomeworkJudge for Papers {
    fn parallelism(&self) -> usize {
        self.places
    }

    fn judge(&self, number: usize, path: &Path) -> Result<Report, GradeError> {
        if self.options.run.is_none() {
            // What cannot be read need not travel.
            Submission::read(homework_for(self.subject)?.language, path)?;
        }
        let owner = path.display().to_string();
        let packed = pack(path, &[]);
        let packed = packed.map_err(|error| unjudged(&QueueError::packing(&owner, &error)))?;
        let tests = self.tests.as_deref();
        let paper = Paper::new(self.subject, path, &packed.digest, tests, &self.options);
        self.counter.wait(async {
            let hall = &self.counter.hall;
            let digest = packed.digest.clone();
            let brought = hall.bring(&owner, Arc::new(packed)).await;
            brought.map_err(|error| unjudged(&error))?;
            let report = self.hand_out(number as u64, paper).await;
            hall.take_back(&owner, &digest).await;
            let mut report = report?;
            report.score(&self.options.scale(homework_for(self.subject)?));
            Ok(report)
        })
    }

    fn report_saved(&self, number: usize) {
        self.counter.keep(&[number as u64]);
    }
}

/// A paper that nobody can judge costs itself; a queue that is away ends the class.
fn unjudged(error: &QueueError) -> GradeError {
    let why = error.explain();
    match error {
        QueueError::Files { .. } | QueueError::Damaged(_) | QueueError::Undoable { .. } => {
            GradeError::NoWorker(why)
        }
        _ => GradeError::QueueUnavailable(why),
    }
}

/// A paper of which nothing runs may be a worker's fault.
fn fall(report: &Report) -> Fall {
    let runs = |check: &Check| check.verdict.passes();
    let falls = |check: &Check| matches!(check.verdict, Verdict::Crashed | Verdict::Unjudged);
    if report.checks.iter().any(runs) {
        Fall::Stood
    } else if report.checks.iter().any(falls) {
        Fall::Of(report.path.clone())
    } else {
        Fall::Idle
    }
}
