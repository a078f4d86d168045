//! The errors of calling a subject's function.

use std::io;

use host::TerminalError;
use serde_json::Value as Json;
use table::{Explain, Message};

use crate::types::{Type, short};

/// Why a call has no result.
#[derive(Debug, Explain)]
#[expect(missing_docs, reason = "the fields are the variables of the messages")]
pub enum CallError {
    /// There is no subject of this name.
    #[message("subject-unknown")]
    UnknownSubject {
        text: String,
        /// The names of all subjects, with commas.
        known: String,
    },
    /// There is no such function.
    #[message("subject-unknown-function")]
    UnknownFunction { subject: &'static str, name: String },
    /// There is no such sample.
    #[message("subject-unknown-sample")]
    UnknownSample { subject: &'static str, name: String },
    /// Too few or too many arguments.
    #[message("subject-arity")]
    Arity {
        name: &'static str,
        expected: String,
        given: usize,
    },
    /// A word that is no JSON where no string can stand.
    #[message("subject-word", at = number, expected = expected.to_string())]
    Word {
        /// Counted from 1.
        number: usize,
        text: String,
        expected: Type,
    },
    /// An argument of the wrong shape or out of range.
    #[message("subject-argument", at = format!("{number}{path}"), reason = explain(problem))]
    Argument {
        /// Counted from 1.
        number: usize,
        /// The way into it, such as `[2][0]`.
        path: String,
        problem: Problem,
    },
    /// A precondition that does not hold, without which there is no answer.
    #[message("subject-requires")]
    Requires {
        name: &'static str,
        /// The condition, in the subject's own words.
        condition: &'static str,
    },
    /// The subject's own exception.
    #[doc(alias = "CoupInvalideException")]
    #[message("subject-raised", reason = explain(reason))]
    Raised {
        exception: &'static str,
        reason: Message,
    },
    /// The input ended before the last answer.
    #[message("subject-end-of-input")]
    EndOfInput,
    /// An error of the game's own.
    #[message(transparent)]
    Game(Message),
    /// Reading or printing failed.
    #[message(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with an argument.
#[derive(Clone, PartialEq, Debug, Explain)]
#[expect(missing_docs, reason = "the fields are the variables of the messages")]
pub enum Problem {
    /// Another type.
    #[message("subject-type")]
    Type {
        /// What was given, shortened.
        found: String,
        expected: String,
    },
    /// An integer that is too small or too large.
    #[message("subject-range")]
    Range { found: String, from: i64, to: i64 },
    /// Too few or too many values.
    #[message("subject-length")]
    Length { found: usize, expected: usize },
    /// A row that is not as long as the first.
    #[message("subject-ragged")]
    Ragged {
        /// From 0.
        row: usize,
        found: usize,
        /// The length of row 0.
        expected: usize,
    },
    /// A dictionary lacks a key.
    #[message("subject-missing-key", key = _0)]
    MissingKey(String),
    /// A dictionary has a key too many.
    #[message("subject-unknown-key", key = _0)]
    UnknownKey(String),
    /// Neither a pair nor a number of two digits.
    #[message("subject-not-a-tile", found = _0)]
    NotATile(String),
    /// No strategy has this name.
    #[message("subject-unknown-strategy")]
    UnknownStrategy { text: String, known: String },
    /// A problem of one subject's own.
    #[message(transparent)]
    Specific(Message),
}

impl Problem {
    /// `value` is not of type `expected`.
    pub(crate) fn of_type(value: &Json, expected: &Type) -> Self {
        Self::Type {
            found: short(value),
            expected: expected.to_string(),
        }
    }

    /// This problem of the argument at `index`, from 0.
    pub fn of_argument(self, index: usize) -> CallError {
        self.at(index, String::new())
    }

    /// This problem inside the argument at `index`; `path` leads to it, such as `[2][0]`.
    pub fn at(self, index: usize, path: String) -> CallError {
        CallError::Argument {
            number: index + 1,
            path,
            problem: self,
        }
    }
}

impl From<TerminalError> for CallError {
    fn from(error: TerminalError) -> Self {
        match error {
            TerminalError::EndOfInput => Self::EndOfInput,
            TerminalError::Io(error) => Self::Io(error),
            error @ TerminalError::NotNow(_) => Self::Game(error.explain()),
        }
    }
}
