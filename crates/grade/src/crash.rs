//! How a student's code fell: an exception, or the end of its process.

use sandbox::ProgramFailure;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use table::{Explain, Message};

/// Why a call gave nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Crash {
    /// An exception.
    Raised(Raised),
    /// The end of its process, by itself or because it used too much.
    Ended(ProgramFailure),
}

/// An exception, as Python says it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Raised {
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) line: Option<u32>,
}

/// The runner's word for a module that this machine does not have.
const MISSING: &str = "MissingModule";

impl Crash {
    /// Whether the machine is to blame, which lacks what courses use.
    pub(crate) fn is_of_the_machine(&self) -> bool {
        matches!(self, Self::Raised(raised) if raised.kind == MISSING)
    }

    /// Whether both fell in the same way.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Raised(one), Self::Raised(other)) => one.kind == other.kind,
            (Self::Ended(one), Self::Ended(other)) => one.forfeit() == other.forfeit(),
            (Self::Raised(_), Self::Ended(_)) | (Self::Ended(_), Self::Raised(_)) => false,
        }
    }

    /// For programs.
    pub(crate) fn json(&self) -> Json {
        match self {
            Self::Raised(Raised { kind, text, line }) => {
                json!({"raised": kind, "text": text, "line": line})
            }
            Self::Ended(misdeed) => json!({"ended": misdeed.to_string()}),
        }
    }
}

impl Explain for Crash {
    fn explain(&self) -> Message {
        match self {
            Self::Raised(raised) => raised.explain(),
            Self::Ended(misdeed) => misdeed.explain(),
        }
    }
}

impl Explain for Raised {
    fn explain(&self) -> Message {
        // The runner's own: no exception of Python has these names.
        let key = match (self.kind.as_str(), self.line) {
            ("Flood", _) => "grade-flood",
            ("Nested", _) => "grade-nested",
            ("Hung", _) => "grade-endless",
            ("Lingers", _) => "grade-lingers",
            (MISSING, _) => "grade-missing-module",
            (_, Some(_)) => "grade-raised-line",
            (_, None) => "grade-raised",
        };
        Message::new(key)
            .with("kind", self.kind.as_str())
            .with("text", self.text.as_str())
            .with("line", self.line.unwrap_or_default())
    }
}
