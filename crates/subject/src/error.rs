//! The errors of calling a subject's function.

use std::io;

use host::TerminalError;
use serde_json::Value as Json;
use table::{Explain, Message};

use crate::types::{Type, short};

/// Error of a call that has no result.
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
    /// The subject has no function of this name.
    #[message("subject-unknown-function")]
    UnknownFunction { subject: &'static str, name: String },
    /// The subject has no sample of this name.
    #[message("subject-unknown-sample")]
    UnknownSample { subject: &'static str, name: String },
    /// The call has too few or too many arguments.
    #[message("subject-arity")]
    Arity {
        name: &'static str,
        expected: String,
        given: usize,
    },
    /// A word of the command line is neither JSON nor a Python literal, and its parameter is not a string.
    #[message("subject-word", at = number, expected = expected.to_string())]
    Word {
        /// Number of the argument, from 1.
        number: usize,
        text: String,
        expected: Type,
    },
    /// An argument has the wrong type or is out of range.
    #[message("subject-argument", at = format!("{number}{path}"), reason = explain(problem))]
    Argument {
        /// Number of the argument, from 1.
        number: usize,
        /// Path to the wrong part of the argument, such as `[2][0]`.
        path: String,
        problem: Problem,
    },
    /// A precondition of the function does not hold, so the call has no answer.
    #[message("subject-requires")]
    Requires {
        name: &'static str,
        /// The condition, in the subject's own words.
        condition: &'static str,
    },
    /// The function raised an exception that the subject defines.
    #[doc(alias = "CoupInvalideException")]
    #[message("subject-raised", reason = explain(reason))]
    Raised {
        exception: &'static str,
        reason: Message,
    },
    /// The input ended before the last answer.
    #[message("subject-end-of-input")]
    EndOfInput,
    /// A game reported an error.
    #[message(transparent)]
    Game(Message),
    /// Reading or printing failed.
    #[message(transparent)]
    Io(#[from] io::Error),
}

/// Reason why an argument does not fit its type.
#[derive(Clone, PartialEq, Debug, Explain)]
#[expect(missing_docs, reason = "the fields are the variables of the messages")]
pub enum Problem {
    /// The value has another type.
    #[message("subject-type")]
    Type {
        /// The given value, cut to 40 characters.
        found: String,
        expected: String,
    },
    /// An integer is too small or too large.
    #[message("subject-range")]
    Range { found: String, from: i64, to: i64 },
    /// A list has too few or too many values.
    #[message("subject-length")]
    Length { found: usize, expected: usize },
    /// A row is not as long as the first one.
    #[message("subject-ragged")]
    Ragged {
        /// Number of the row, from 0.
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
    /// A tile is neither a pair nor a number of two digits.
    #[message("subject-not-a-tile", found = _0)]
    NotATile(String),
    /// No strategy has this name.
    #[message("subject-unknown-strategy")]
    UnknownStrategy { text: String, known: String },
    /// A problem that only the types of one subject have.
    #[message(transparent)]
    Specific(Message),
}

impl Problem {
    /// The problem that `value` is not of type `expected`.
    pub(crate) fn of_type(value: &Json, expected: &Type) -> Self {
        Self::Type {
            found: short(value),
            expected: expected.to_string(),
        }
    }

    /// The error for this problem in the argument at `index`, from 0.
    pub fn of_argument(self, index: usize) -> CallError {
        self.at(index, String::new())
    }

    /// The error for this problem inside the argument at `index`, from 0; `path` leads to the wrong
    /// part, such as `[2][0]`.
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
