//! `grade`: judges one submission with the judge of its subject.

use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};

use sandbox::{Cage, StartFailure};
use subject::{CallError, Case};
use table::{Explain, Message, message};

use crate::homework::{CodeLanguage, Homework};
use crate::paper_deadline::PaperDeadline;
use crate::report::{Check, Report, Verdict};
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
    /// Functions in whose place the reference is called when one call is judged.
    pub helpers: Vec<String>,
    /// Scale that replaces the subject's own.
    pub scale: Option<Scale>,
    /// Shell command that starts a main program, which is judged instead of functions.
    pub run: Option<String>,
    /// Folder of a teacher's `.run` and `.expected` files, which are run too.
    pub tests: Option<PathBuf>,
    /// Modules, tools and checks whose unjudged checks do not count.
    pub without: Vec<String>,
    /// Path that the report shows, where it differs from the path of the files.
    pub called: Option<PathBuf>,
}

impl GradeOptions {
    /// The path of a submission as the report shows it.
    pub(crate) fn shown_path(&self, path: &Path) -> PathBuf {
        self.called.clone().unwrap_or_else(|| path.to_owned())
    }

    /// The scale to use: the given one or the subject's own, without what the options leave out.
    pub fn scale(&self, homework: &Homework) -> Scale {
        let own = || Scale::default_for(homework);
        let mut scale = self.scale.clone().unwrap_or_else(own);
        scale.without.extend(self.without.iter().cloned());
        scale
    }
}

impl Default for GradeOptions {
    fn default() -> Self {
        Self {
            inputs: 1000,
            map: vec![],
            only: None,
            case: None,
            helpers: vec![],
            scale: None,
            run: None,
            tests: None,
            without: vec![],
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
    /// Reading or judging the submission made this program panic.
    #[message("grade-judge-failed")]
    JudgeFailed,
    /// No worker could judge this submission. Other submissions may still be judged.
    #[message(transparent)]
    NoWorker(Message),
    /// The queue of workers cannot be reached, which ends the grading of a whole class.
    #[message(transparent)]
    QueueUnavailable(Message),
}

impl GradeError {
    /// The error without the folders that lead to the submission at `path`.
    pub(crate) fn without_folder(self, path: &Path) -> Self {
        match self {
            Self::Submission(error) => Self::Submission(error.without_folder(path)),
            other => other,
        }
    }
}

/// Judges the submission at a path. A missing Python, Fortran or Java is a verdict, not an error. A
/// submission that makes the judge panic gets a report that says so, in which nothing is judged.
pub fn grade(
    cage: &Cage,
    homework: &'static Homework,
    path: &Path,
    options: &GradeOptions,
) -> Result<Report, GradeError> {
    let judged = AssertUnwindSafe(|| judge(cage, homework, path, options));
    panic::catch_unwind(judged).unwrap_or_else(|_| Ok(unjudged(homework, path, options)))
}

/// The report of a submission on which the judge itself failed.
fn unjudged(homework: &'static Homework, path: &Path, options: &GradeOptions) -> Report {
    let checks = homework.all_checks();
    let checks = checks.map(|it| Check::new(it, Verdict::Unjudged)).collect();
    let path = options.shown_path(path).display().to_string();
    let faults = vec![message!("grade-judge-failed")];
    Report::new(homework, path, checks, faults, options)
}

fn judge(
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
