//! Who judges the papers of a class: this machine, or others.

use std::path::Path;
use std::thread;

use house::subject::Subject;
use sandbox::Cage;

use crate::grade::{GradeError, Options, grade};
use crate::verdict::Report;

/// Whoever judges what each student of a class handed in.
pub trait Judge: Sync {
    /// How many it judges side by side.
    fn places(&self) -> usize;

    /// Judges the paper of a student, whose number in the class is the same however often it is asked.
    ///
    /// # Errors
    /// As [`grade`]; [`GradeError::Away`] ends the class.
    fn judge(&self, number: usize, path: &Path) -> Result<Report, GradeError>;

    /// The report of that student is kept, and need not be brought again.
    fn kept(&self, _number: usize) {}
}

/// This machine, with a cage for what students wrote.
#[derive(Clone, Copy, Debug)]
pub struct Here<'a> {
    /// Where it runs.
    pub cage: &'a Cage,
    /// What it is judged against.
    pub subject: &'static Subject,
    /// What is asked beside that.
    pub options: &'a Options,
}

impl Judge for Here<'_> {
    fn places(&self) -> usize {
        thread::available_parallelism().map_or(1, usize::from)
    }

    fn judge(&self, _: usize, path: &Path) -> Result<Report, GradeError> {
        grade(self.cage, self.subject, path, self.options)
    }
}
