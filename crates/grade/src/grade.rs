//! `grade`: judges one submission with the judge of its subject.

use std::path::{Path, PathBuf};

use sandbox::{Cage, StartFailure};
use subject::{CallError, Case};
use table::{Explain, Message};

use crate::homework::{CodeLanguage, Homework};
use crate::paper_deadline::PaperDeadline;
use crate::report::Report;
use crate::scale::Scale;
use crate::shell::{main_program, teacher_tests};
use crate::submission::{Submission, SubmissionError};

/// Options of one grading, beside the subject and the path.
#[derive(Clone, Debug)]
pub struct GradeOptions {
    /// Number of inputs with which each function is called.
    pub inputs: usize,
    /// Pairs of a student's function name and the subject's. A `!` before the student's name accepts
    /// the opposite answer.
    pub map: Vec<(String, String)>,
    /// The only function or check to judge.
    pub only: Option<String>,
    /// The only call to judge.
    pub case: Option<Case>,
    /// Scale that replaces the subject's own.
    pub scale: Option<Scale>,
    /// Shell command that starts a main program, which is judged instead of functions.
    pub run: Option<String>,
    /// Folder of a teacher's `.run` and `.expected` files, which are run too.
    pub tests: Option<PathBuf>,
    /// Path that the report shows, where it differs from the path of the files.
    pub called: Option<PathBuf>,
}

impl GradeOptions {
    /// The path of a submission as the report shows it.
    pub(crate) fn shown_path(&self, path: &Path) -> PathBuf {
        self.called.clone().unwrap_or_else(|| path.to_owned())
    }

    /// The scale to use: the given one, or the subject's own.
    pub fn scale(&self, homework: &Homework) -> Scale {
        let own = || Scale::default_for(homework);
        self.scale.clone().unwrap_or_else(own)
    }
}

impl Default for GradeOptions {
    fn default() -> Self {
        Self {
            inputs: 1000,
            map: vec![],
            only: None,
            case: None,
            scale: None,
            run: None,
            tests: None,
            called: None,
        }
    }
}

/// One submission to judge, its subject, and where and how it is judged.
#[derive(Clone, Copy)]
pub(crate) struct GradingTask<'a> {
    pub(crate) cage: &'a Cage,
    pub(crate) homework: &'static Homework,
    pub(crate) submission: &'a Submission,
    pub(crate) options: &'a GradeOptions,
    /// Time that the submission may use in all.
    pub(crate) deadline: &'a PaperDeadline,
}

/// The reason why a submission gets no report.
#[derive(Debug, Explain)]
pub enum GradeError {
    /// The sandbox could not start the student's process.
    #[message(transparent)]
    Start(StartFailure),
    /// A temporary file could not be read or written.
    #[message(transparent)]
    Io(#[from] std::io::Error),
    /// The subject exists but its homework is not graded.
    #[message("grade-ungraded", subject = _0)]
    Ungraded(&'static str),
    /// `--run` was given for a subject whose main program is not judged.
    #[message("grade-run-none", subject = _0)]
    NoProgram(&'static str),
    /// `--only` names no check of the subject.
    #[message("grade-unknown-check")]
    UnknownCheck {
        /// The name that was given.
        name: String,
        /// Names of all checks, separated by commas.
        known: String,
    },
    /// The submitted files cannot be read.
    #[message(transparent)]
    Submission(#[from] SubmissionError),
    /// The subject has no function of the given name.
    #[message(transparent)]
    Function(#[from] CallError),
    /// No worker could judge this submission. Other submissions may still be judged.
    #[message(transparent)]
    NoWorker(Message),
    /// The queue of workers cannot be reached, which ends the grading of a whole class.
    #[message(transparent)]
    QueueUnavailable(Message),
}

/// Judges the submission at a path. A missing Python, Fortran or Java is a verdict, not an error.
pub fn grade(
    cage: &Cage,
    homework: &'static Homework,
    path: &Path,
    options: &GradeOptions,
) -> Result<Report, GradeError> {
    let mut report = match &options.run {
        Some(command) => main_program::grade(cage, homework, path, command, options)?,
        None => judge_files(cage, homework, path, options)?,
    };
    if let Some(tests) = &options.tests {
        let compiles = matches!(homework.language, CodeLanguage::Java { .. });
        let checks = teacher_tests::checks(cage, path, tests, compiles)?;
        report.checks.extend(checks);
        report.score(&options.scale(homework));
    }
    Ok(report)
}

/// Judges the files by the subject's own judge.
fn judge_files(
    cage: &Cage,
    homework: &'static Homework,
    path: &Path,
    options: &GradeOptions,
) -> Result<Report, GradeError> {
    if let Some(name) = &options.only {
        homework.require_check(name)?;
    }
    let submission = &Submission {
        path: options.shown_path(path),
        ..Submission::read(homework.language, path)?
    };
    (homework.judge)(GradingTask {
        cage,
        homework,
        submission,
        options,
        deadline: &PaperDeadline::new(),
    })
}
