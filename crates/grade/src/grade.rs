//! What is handed in for a subject goes to whoever judges its language.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use house::subject::{CallError, Case, Subject};
use sandbox::{Cage, ProgramFailure, StartFailure};
use table::{Explain, Message};
use thiserror::Error;

use crate::fortran;
use crate::functions::{Grading, uniform};
use crate::matches;
use crate::scale::Scale;
use crate::session::{Callee, Session};
use crate::shell::{expected, main_program};
use crate::submission::{Submission, SubmissionError};
use crate::verdict::{Report, Verdict};

/// What is asked beside the subject and the path.
#[derive(Clone, Debug)]
pub struct Options {
    /// With how many inputs each function is called.
    pub inputs: usize,
    /// The student's name of a function, and the subject's; `!` before it accepts the opposite.
    pub map: Vec<(String, String)>,
    /// Only this function.
    pub only: Option<String>,
    /// Only this call of it.
    pub case: Option<Case>,
    /// What each check is worth, instead of the subject's own scale.
    pub scale: Option<Scale>,
    /// The command that starts a main program, which is judged instead of functions.
    pub run: Option<String>,
    /// A folder of `.run` files with their `.expected`, which are run too.
    pub tests: Option<PathBuf>,
    /// What the report and its commands call the path, where that is not where it lies.
    pub called: Option<PathBuf>,
}

impl Options {
    /// How the report calls what lies at a path.
    pub(crate) fn shown(&self, path: &Path) -> PathBuf {
        self.called.clone().unwrap_or_else(|| path.to_owned())
    }

    /// What each check of a subject is worth.
    pub fn scale(&self, subject: &Subject) -> Scale {
        let own = || Scale::usual(subject.name);
        self.scale.clone().unwrap_or_else(own)
    }
}

impl Default for Options {
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

/// Why there is no report.
#[derive(Debug, Error)]
pub enum GradeError {
    /// The student's process cannot be started.
    #[error("the student's process cannot be started: {0}")]
    Start(ProgramFailure),
    /// The machine has no room for it.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Nothing of this subject can be judged.
    #[error("{0} cannot be graded")]
    Ungraded(&'static str),
    /// Main programs of this subject are not judged.
    #[error("{0}: main programs are not judged")]
    NoProgram(&'static str),
    /// The subject has no such check.
    #[error("{0} is no check of this subject")]
    UnknownCheck(String),
    /// The files themselves.
    #[error(transparent)]
    Submission(#[from] SubmissionError),
    /// No such function.
    #[error(transparent)]
    Function(#[from] CallError),
    /// Nobody among those who judge could judge this one.
    #[error("nobody could judge it: {0:?}")]
    Elsewhere(Message),
    /// Whoever judges is away, and there is nobody else.
    #[error("whoever judges is away: {0:?}")]
    Away(Message),
}

impl Explain for GradeError {
    fn explain(&self) -> Message {
        match self {
            Self::Start(misdeed) => misdeed.explain(),
            Self::Io(error) => error.explain(),
            Self::Ungraded(name) => Message::new("grade-ungraded").with("subject", *name),
            Self::NoProgram(name) => Message::new("grade-run-none").with("subject", *name),
            Self::UnknownCheck(name) => Message::new("grade-unknown-check")
                .with("name", name.as_str())
                .with("known", matches::names().join(", ")),
            Self::Submission(error) => error.explain(),
            Self::Function(error) => error.explain(),
            Self::Elsewhere(why) | Self::Away(why) => why.clone(),
        }
    }
}

/// The subjects whose functions students write in Python.
const PYTHON: [&str; 4] = ["421", "dominos", "image", "awale"];

/// The subject that students write in Java, and the one in Fortran.
const JAVA: &str = "allumettes";
const FORTRAN: &str = "puissance4";

/// The commands that a machine must have to judge functions and programs of a subject.
pub fn tools(subject: &Subject) -> &'static [&'static str] {
    match subject.name {
        JAVA => &["java", "javac"],
        FORTRAN => &["gfortran"],
        _ => &["python3"],
    }
}

/// Judges what was handed in at a path for a subject.
///
/// # Errors
/// When there is nothing to judge, when `options` ask for what the subject does not have, or when
/// the student's process cannot be started at all; a missing Python or Java is a verdict.
pub fn grade(
    cage: &Cage,
    subject: &'static Subject,
    path: &Path,
    options: &Options,
) -> Result<Report, GradeError> {
    let mut report = match &options.run {
        Some(command) => main_program::grade(cage, subject, path, command, options)?,
        None => by_subject(cage, subject, path, options)?,
    };
    if let Some(tests) = &options.tests {
        let checks = expected::checks(cage, subject, path, tests)?;
        report.checks.extend(checks);
        report.score(&options.scale(subject));
    }
    Ok(report)
}

/// Judges what the subject asks for, in its language.
fn by_subject(
    cage: &Cage,
    subject: &'static Subject,
    path: &Path,
    options: &Options,
) -> Result<Report, GradeError> {
    let only = options.only.as_deref();
    let submission = || -> Result<Submission, SubmissionError> {
        Ok(Submission {
            path: options.shown(path),
            ..Submission::of(subject, path)?
        })
    };
    if subject.name == JAVA {
        if let Some(name) = only.filter(|name| !matches::names().contains(name)) {
            return Err(GradeError::UnknownCheck(name.to_owned()));
        }
        return matches::grade(cage, subject, &submission()?, options);
    }
    if let Some(name) = only {
        subject.function(name)?;
    }
    if subject.name == FORTRAN {
        return fortran::grade(cage, subject, &submission()?, options);
    }
    if !PYTHON.contains(&subject.name) {
        return Err(GradeError::Ungraded(subject.name));
    }
    python(cage, subject, &submission()?, options)
}

/// Judges Python functions.
fn python(
    cage: &Cage,
    subject: &'static Subject,
    submission: &Submission,
    options: &Options,
) -> Result<Report, GradeError> {
    let mut session = Session::new(cage, subject, submission, vec![])?;
    let (loaded, ended) = match session.load() {
        Ok(loaded) => loaded,
        Err(ProgramFailure::Start(StartFailure::Missing(_))) => {
            let faults = vec![Message::new("grade-missing-tool").with("tool", "python3")];
            return Ok(uniform(
                subject,
                submission,
                options,
                Verdict::Unjudged,
                faults,
            ));
        }
        Err(ProgramFailure::Start(why)) if why != StartFailure::Silent => {
            return Err(GradeError::Start(ProgramFailure::Start(why)));
        }
        Err(misdeed) => {
            let faults = vec![misdeed.explain()];
            return Ok(uniform(
                subject,
                submission,
                options,
                Verdict::Crashed,
                faults,
            ));
        }
    };
    let open = |helpers| -> Result<Box<dyn Callee + '_>, GradeError> {
        let session = Session::new(cage, subject, submission, helpers)?;
        Ok(Box::new(session))
    };
    let grading = Grading {
        subject,
        submission,
        options,
        loaded,
        ended,
        findings: BTreeMap::new(),
        suspects: vec![],
        open: &open,
    };
    grading.judge(&mut session)
}
