//! `Homework`: everything the judge knows about one course subject, as data and function pointers.

use serde_json::Value as Json;
use subject::{Function, FunctionKind, Subject};
use table::{Key, Message};
use text::Language;

use crate::grade::{GradeError, GradingTask};
use crate::report::Report;
use crate::shell::PrintedGameRules;

/// One course subject as the judge sees it. Each subject defines one static value of this type.
#[derive(Clone, Copy, Debug)]
pub struct Homework {
    /// The reference functions of the subject, which decide whether an answer is right.
    pub subject: &'static Subject,
    /// Programming language of the submitted files.
    pub language: CodeLanguage,
    /// Default scale of points, in TOML.
    pub(crate) scale: &'static str,
    /// One check per function, with its name; empty for a program that is judged as a whole.
    pub(crate) functions: &'static [SubjectCheck],
    /// Functions that the subject gives or shows without asking for them. They are judged when they
    /// are submitted and left out of the report when they are not.
    pub(crate) optional: &'static [&'static str],
    /// Functions that read exactly one line of input. The reference can replace them although they
    /// read, because it knows where their input ends.
    pub(crate) line_readers: &'static [&'static str],
    /// Checks that are not about one function.
    pub(crate) other_checks: &'static [SubjectCheck],
    pub(crate) judge: SubmissionJudge,
    /// The way in which a main program started by `--run` is judged.
    pub(crate) main_program: MainProgram,
    /// Draws a value as SVG when the value is a position of the game; `None` otherwise.
    pub(crate) picture: fn(&Json, Language) -> Option<String>,
}

pub(crate) type SubmissionJudge = fn(GradingTask<'_>) -> Result<Report, GradeError>;

/// Programming language of a subject's submissions, with the names that the subject prescribes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeLanguage {
    /// Python files and notebooks.
    Python {
        /// Module name under which the files may import themselves; empty when there is none.
        module: &'static str,
    },
    /// Fortran files in free or fixed form.
    Fortran,
    /// Java files.
    Java {
        /// Simple names of the main class, in any edition of the subject.
        main_classes: &'static [&'static str],
    },
}

impl CodeLanguage {
    /// Commands that must be installed to judge a submission.
    pub fn tools(self) -> &'static [&'static str] {
        match self {
            Self::Python { .. } => &["python3"],
            Self::Fortran => &["gfortran"],
            Self::Java { .. } => &["java", "javac"],
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum MainProgram {
    /// `--run` is refused.
    NotJudged,
    /// The program must print what the reference function of this name prints.
    Function(&'static str),
    /// The program prints a game that must follow these rules.
    PrintedGame(&'static PrintedGameRules),
}

/// One requirement of a subject, which becomes one line of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SubjectCheck {
    /// Number of the question or section: `Q7`, `2.1`, `exercice 4`.
    pub(crate) id: &'static str,
    /// Name of the function or of the requirement, as `--only` and scales use it.
    pub(crate) name: &'static str,
    /// Sentence that repeats what the subject asks.
    says: Option<Key>,
}

impl SubjectCheck {
    pub(crate) const fn new(id: &'static str, name: &'static str, says: Option<Key>) -> Self {
        Self { id, name, says }
    }

    pub(crate) fn says(&self) -> Option<Message> {
        self.says.map(Message::new)
    }
}

impl Homework {
    /// The functions that a student writes: all but the constants.
    pub(crate) fn asked_functions(&self) -> impl Iterator<Item = &'static Function> + use<> {
        let functions = self.subject.functions.iter();
        functions.filter(|function| function.kind != FunctionKind::Constant)
    }

    /// The check of a function; a function without a question of its own has its name as `id`.
    pub(crate) fn function_check(&self, function: &Function) -> SubjectCheck {
        let mut checks = self.functions.iter();
        let found = checks.find(|check| check.name == function.name);
        let unnumbered = SubjectCheck::new(function.name, function.name, None);
        found.copied().unwrap_or(unnumbered)
    }

    /// The checks of the functions that a student must write, and those that are not about a function.
    pub(crate) fn all_checks(&self) -> impl Iterator<Item = SubjectCheck> {
        let functions = self
            .asked_functions()
            .filter(|_| !self.functions.is_empty());
        let functions = functions.filter(|it| !self.optional.contains(&it.name));
        let others = self.other_checks.iter().copied();
        functions.map(|it| self.function_check(it)).chain(others)
    }

    /// Names and numbers of all checks, as a scale may use them.
    pub(crate) fn check_names(&self) -> Vec<&'static str> {
        let functions = self.asked_functions().map(|it| self.function_check(it));
        let printed = match self.main_program {
            MainProgram::PrintedGame(rules) => rules.checks,
            MainProgram::NotJudged | MainProgram::Function(_) => &[],
        };
        let others = self.other_checks.iter().chain(printed).copied();
        let all = functions.chain(others);
        all.flat_map(|check| [check.name, check.id]).collect()
    }

    /// Refuses a name for `--only` that no check has.
    pub(crate) fn require_check(&self, name: &str) -> Result<(), GradeError> {
        if !self.functions.is_empty() {
            self.subject.function(name)?;
            return Ok(());
        }
        let known: Vec<_> = self.other_checks.iter().map(|check| check.name).collect();
        if known.contains(&name) {
            return Ok(());
        }
        Err(GradeError::UnknownCheck {
            name: name.to_owned(),
            known: known.join(", "),
        })
    }
}
