//! `ClassGrading`: grades the submissions of a class on several threads.

use std::collections::BTreeSet;
use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::submissions::{owner, student_name};
use super::{HomeworkJudge, ReportCache, Student};
use crate::grade::GradeError;
use crate::homework::Homework;
use crate::report::Report;
use crate::similarity::SourceFingerprint;
use crate::submission::{Submission, SubmissionError};

/// The submissions of a class while they are graded.
pub(super) struct ClassGrading<'a> {
    pub(super) judge: &'a dyn HomeworkJudge,
    pub(super) homework: &'static Homework,
    pub(super) cache: Option<&'a ReportCache>,
    pub(super) paths: Vec<PathBuf>,
    /// Owners whose files in the archive of the class exceed the limits.
    pub(super) too_large: Option<&'a BTreeSet<String>>,
    /// Index of the next submission.
    pub(super) next: AtomicUsize,
    /// The first error of saving a report.
    pub(super) unsaved: OnceLock<io::Error>,
}

pub(super) type JudgedStudent = (Student, Option<SourceFingerprint>);

impl ClassGrading<'_> {
    /// Grades all submissions, several at a time; the results are in the order of the paths.
    pub(super) fn run(
        &self,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Vec<JudgedStudent>, GradeError> {
        let of = self.paths.len();
        progress(0, of);
        let finished = AtomicUsize::new(0);
        let work = || self.work(&|| progress(finished.fetch_add(1, Ordering::Relaxed) + 1, of));
        let count = self.judge.parallelism().min(of);
        let judged: Result<Vec<_>, GradeError> = thread::scope(|scope| {
            let threads: Vec<_> = (0..count).map(|_| scope.spawn(work)).collect();
            let join = |thread: thread::ScopedJoinHandle<'_, _>| {
                // No list of students is ever dropped: what is not caught in `work` ends the class.
                thread
                    .join()
                    .unwrap_or_else(|cause| panic::resume_unwind(cause))
            };
            threads.into_iter().map(join).collect()
        });
        let mut judged: Vec<_> = judged?.into_iter().flatten().collect();
        judged.sort_by_key(|(number, _)| *number);
        Ok(judged.into_iter().map(|(_, judged)| judged).collect())
    }

    /// Grades submissions until none is left. Only the end of the queue is an error.
    fn work(&self, done: &dyn Fn()) -> Result<Vec<(usize, JudgedStudent)>, GradeError> {
        let mut judged = Vec::new();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(path) = self.paths.get(number) else {
                return Ok(judged);
            };
            let own = AssertUnwindSafe(|| self.report(number, path));
            let report = panic::catch_unwind(own).unwrap_or(Err(GradeError::JudgeFailed));
            let report = report.map_err(|error| error.without_folder(path));
            if let Err(unavailable @ GradeError::QueueUnavailable(_)) = report {
                // The other threads take no more submissions.
                self.next.store(self.paths.len(), Ordering::Relaxed);
                return Err(unavailable);
            }
            let (name, moodle_number) = student_name(path);
            let student = Student {
                name,
                number: moodle_number,
                report,
            };
            let fingerprint = panic::catch_unwind(|| fingerprint(self.homework, path));
            judged.push((number, (student, fingerprint.unwrap_or_default())));
            done();
        }
    }

    /// The report of one student, from the cache or new.
    fn report(&self, number: usize, path: &Path) -> Result<Report, GradeError> {
        let too_large = self.too_large.is_some_and(|it| it.contains(&owner(path)));
        if too_large {
            let path = path.display().to_string();
            return Err(SubmissionError::TooLarge(path).into());
        }
        let (entry, saved) = self.cache.map_or((None, None), |cache| cache.find(path));
        if let Some(report) = saved {
            return Ok(report);
        }
        let mut report = self.judge.judge(number, path)?;
        // A student who gets the report needs no path of the teacher's disk.
        let own = path.file_name().unwrap_or(path.as_os_str());
        report.show_path(&own.to_string_lossy());
        if let Some(Err(error)) = entry.map(|entry| entry.save(&report)) {
            // Another thread may have set it: one error is enough.
            let _ = self.unsaved.set(error);
        }
        self.judge.report_saved(number);
        Ok(report)
    }
}

fn fingerprint(homework: &Homework, path: &Path) -> Option<SourceFingerprint> {
    let source = Submission::read(homework.language, path).ok()?;
    let texts = source.files.iter().map(|(_, text)| text.as_str());
    Some(SourceFingerprint::new(texts))
}
