//! `HomeworkJudge`: grades the submissions of a class, on this machine or on workers.

use std::path::Path;
use std::thread;

use sandbox::Cage;

use crate::grade::{GradeError, GradeOptions, grade};
use crate::homework::Homework;
use crate::report::Report;

/// Grades single submissions, several at a time.
pub trait HomeworkJudge: Sync {
    /// Number of submissions graded at the same time.
    fn parallelism(&self) -> usize;

    /// Grades the submission at `path`. `number` is the student's place in the class, from 0, the same
    /// in every run. [`GradeError::QueueUnavailable`] ends the grading of the class.
    fn judge(&self, number: usize, path: &Path) -> Result<Report, GradeError>;

    /// Called once the report of a student is saved, so that a queue may delete its copy.
    fn report_saved(&self, _number: usize) {}
}

/// Grades submissions in the sandbox of this machine, one per processor core.
#[derive(Clone, Copy, Debug)]
pub struct LocalJudge<'a> {
    /// Sandbox in which submissions run.
    pub cage: &'a Cage,
    /// Subject of the submissions.
    pub homework: &'static Homework,
    /// Options of every grading.
    pub options: &'a GradeOptions,
}

impl HomeworkJudge for LocalJudge<'_> {
    fn parallelism(&self) -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }

    fn judge(&self, _: usize, path: &Path) -> Result<Report, GradeError> {
        grade(self.cage, self.homework, path, self.options)
    }
}
