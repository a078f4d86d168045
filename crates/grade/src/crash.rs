//! Crashes of submitted code: an exception, or the end of its process.

use sandbox::ProgramFailure;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use table::{Explain, Message, message};

/// The reason why a call gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CodeCrash {
    Raised(RaisedException),
    /// The process ended, by itself or because it exceeded a limit.
    Ended(ProgramFailure),
    /// The process answered a request with something else than one reply of the agreed form.
    Unreadable,
    /// The time for the whole submission is used up.
    PaperLate,
}

/// An exception or runtime error as its language reports it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RaisedException {
    /// Name of the exception type, for example `IndexError`.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) text: String,
    /// Line of the student's file, from 1.
    pub(crate) line: Option<u32>,
    /// Name of the student's file without its extension, where there are several.
    #[serde(default)]
    pub(crate) file: Option<String>,
    /// Cell of a notebook, from 1; the line is then counted in the cell.
    #[serde(skip)]
    pub(crate) cell: Option<u32>,
}

/// Exception type that the Python runner raises for a module that is not installed.
const MISSING_MODULE: &str = "MissingModule";

impl RaisedException {
    /// Type of the exception that stands for a call without an end.
    pub(crate) const HUNG: &str = "Hung";
    /// Type of the exception that stands for too much printed text.
    pub(crate) const FLOOD: &str = "Flood";
    /// Type of the exception that stands for an answer with too many values.
    pub(crate) const LARGE: &str = "Large";
    /// Type of the exception that stands for a thread that runs on after the call.
    pub(crate) const LINGERS: &str = "Lingers";

    pub(crate) fn new(kind: impl Into<String>, text: impl Into<String>, line: Option<u32>) -> Self {
        Self {
            kind: kind.into(),
            text: text.into(),
            line,
            file: None,
            cell: None,
        }
    }
}

impl From<ProgramFailure> for CodeCrash {
    fn from(failure: ProgramFailure) -> Self {
        Self::Ended(failure)
    }
}

impl From<RaisedException> for CodeCrash {
    fn from(raised: RaisedException) -> Self {
        Self::Raised(raised)
    }
}

impl CodeCrash {
    /// Whether both crashes are exceptions of one type, or ends of a process for one reason.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Raised(one), Self::Raised(other)) => one.kind == other.kind,
            (Self::Ended(one), Self::Ended(other)) => one.forfeit() == other.forfeit(),
            (Self::Unreadable, Self::Unreadable) | (Self::PaperLate, Self::PaperLate) => true,
            _ => false,
        }
    }

    /// Whether the process must be started again, or was flooded, so that each such call takes long.
    pub(crate) fn is_costly(&self) -> bool {
        match self {
            Self::Raised(raised) => {
                let costly = [
                    RaisedException::FLOOD,
                    RaisedException::LINGERS,
                    RaisedException::LARGE,
                ];
                costly.contains(&raised.kind.as_str())
            }
            Self::Ended(_) | Self::Unreadable | Self::PaperLate => true,
        }
    }

    /// The crash as the JSON report shows it.
    pub(crate) fn json(&self) -> Json {
        match self {
            Self::Raised(RaisedException {
                kind, text, line, ..
            }) => {
                json!({"raised": kind, "text": text, "line": line})
            }
            Self::Ended(failure) => json!({"ended": failure.to_string()}),
            Self::Unreadable => json!({"ended": "unreadable"}),
            Self::PaperLate => json!({"ended": "late"}),
        }
    }
}

impl Explain for CodeCrash {
    fn explain(&self) -> Message {
        match self {
            Self::Raised(raised) => raised.explain(),
            Self::Ended(failure) => failure.explain(),
            Self::Unreadable => message!("grade-unreadable-reply"),
            Self::PaperLate => message!("grade-paper-late"),
        }
    }
}

impl Explain for RaisedException {
    fn explain(&self) -> Message {
        let text = self.text.as_str();
        // The runners define the first six types; no standard exception has such a name.
        match (self.kind.as_str(), self.line) {
            (Self::FLOOD, _) => message!("grade-flood"),
            ("Nested", _) => message!("grade-nested"),
            (Self::LARGE, _) => message!("grade-large"),
            (Self::HUNG, line) => message!("grade-endless", line = line.unwrap_or_default()),
            (Self::LINGERS, _) => message!("grade-lingers"),
            (MISSING_MODULE, _) => message!("grade-missing-module", text),
            (kind, Some(line)) => match (self.cell, &self.file) {
                (Some(cell), _) => message!("grade-raised-cell", kind, text, cell, line),
                (None, Some(file)) => message!("grade-raised-file", kind, text, file, line),
                (None, None) => message!("grade-raised-line", kind, text, line),
            },
            (kind, None) => message!("grade-raised", kind, text),
        }
    }
}
