//! Why a call of a subject's function came to nothing, told in the language of whoever reads it.

use std::io;

use serde_json::Value as Json;
use table::{Explain, Message};

use host::TerminalError;

use crate::types::{Type, short};

/// Why a call came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// There is no subject of this name.
    #[error("`{text}` is not a subject: choose {known}")]
    UnknownSubject {
        /// The name that was given.
        text: String,
        /// The names of all subjects, with commas.
        known: String,
    },
    /// There is no such function.
    #[error("`{name}` is not a function of the subject {subject}")]
    UnknownFunction {
        /// The subject.
        subject: &'static str,
        /// The name that was given.
        name: String,
    },
    /// There is no such sample.
    #[error("`{name}` is not a sample of the subject {subject}")]
    UnknownSample {
        /// The subject.
        subject: &'static str,
        /// The name that was given.
        name: String,
    },
    /// Too few or too many arguments.
    #[error("{name} takes ({expected}), not {given} arguments")]
    Arity {
        /// The function.
        name: &'static str,
        /// Its parameters.
        expected: String,
        /// How many were given.
        given: usize,
    },
    /// A word that is no JSON where no string can stand.
    #[error("argument {number}: `{text}` is not JSON, and {expected} is expected here")]
    Word {
        /// Counted from 1.
        number: usize,
        /// The word.
        text: String,
        /// The type that is expected.
        expected: Type,
    },
    /// An argument of the wrong shape or out of range.
    #[error("argument {number}{path} does not fit: {problem}")]
    Argument {
        /// Counted from 1.
        number: usize,
        /// The way into it, such as `[2][0]`.
        path: String,
        /// What is wrong there.
        problem: Problem,
    },
    /// A precondition that does not hold, without which there is no answer.
    #[error("{name} requires {condition}")]
    Requires {
        /// The function.
        name: &'static str,
        /// The condition, in the subject's own words.
        condition: &'static str,
    },
    /// The subject's own exception.
    #[doc(alias = "CoupInvalideException")]
    #[error("{exception} was raised")]
    Raised {
        /// The name of the exception.
        exception: &'static str,
        /// The whole message, the name of the exception included.
        message: Message,
    },
    /// The input ended.
    #[error("the input ended while an answer was waited for")]
    EndOfInput,
    /// A game of the house broke off, for what its own message says.
    #[error("the game broke off")]
    Game(Message),
    /// Reading or printing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// What is wrong with an argument.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum Problem {
    /// Another type.
    #[error("{found} where {expected} is expected")]
    Type {
        /// What was given, shortened.
        found: String,
        /// The type that is expected.
        expected: String,
    },
    /// An integer that is too small or too large.
    #[error("{found} is not within {from} to {to}")]
    Range {
        /// What was given.
        found: String,
        /// The smallest possible.
        from: i64,
        /// The largest possible.
        to: i64,
    },
    /// Too few or too many values.
    #[error("{found} values where {expected} are expected")]
    Length {
        /// How many were given.
        found: usize,
        /// How many there must be.
        expected: usize,
    },
    /// A row that is not as long as the first.
    #[error("row {row} has {found} pixels where row 0 has {expected}")]
    Ragged {
        /// From 0.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of row 0.
        expected: usize,
    },
    /// A dictionary lacks a key.
    #[error("the key {0:?} is missing")]
    MissingKey(String),
    /// A dictionary has a key too many.
    #[error("the key {0:?} is not known")]
    UnknownKey(String),
    /// Neither a pair nor a number of two digits.
    #[error("{0} is not a tile: write [6,1] or 61")]
    NotATile(String),
    /// Nothing of that name plays by itself.
    #[error("`{text}` is not a strategy: choose {known}")]
    UnknownStrategy {
        /// The name that was given.
        text: String,
        /// The names that exist.
        known: String,
    },
    /// A problem that one subject alone knows. Its message has the variable `at` besides its own.
    #[error("`{}`", .0.key)]
    Specific(Message),
}

impl Problem {
    /// `value` is not of type `expected`.
    pub fn of_type(value: &Json, expected: &Type) -> Self {
        Self::Type {
            found: short(value),
            expected: expected.to_string(),
        }
    }

    /// This problem of the argument at `index`, from 0.
    pub fn of_argument(self, index: usize) -> CallError {
        self.at(index, String::new())
    }

    /// This problem inside the argument at `index`.
    pub fn at(self, index: usize, path: String) -> CallError {
        CallError::Argument {
            number: index + 1,
            path,
            problem: self,
        }
    }

    /// What to say about the place `at` of the arguments.
    fn explain(&self, at: String) -> Message {
        let about = |key| Message::new(key).with("at", at.clone());
        match self {
            Self::Type { found, expected } => about("subject-type")
                .with("found", found.as_str())
                .with("expected", expected.as_str()),
            Self::Range { found, from, to } => about("subject-range")
                .with("found", found.as_str())
                .with("from", *from)
                .with("to", *to),
            Self::Length { found, expected } => about("subject-length")
                .with("found", *found)
                .with("expected", *expected),
            Self::Ragged {
                row,
                found,
                expected,
            } => about("subject-ragged")
                .with("row", *row)
                .with("found", *found)
                .with("expected", *expected),
            Self::MissingKey(key) => about("subject-missing-key").with("key", key.as_str()),
            Self::UnknownKey(key) => about("subject-unknown-key").with("key", key.as_str()),
            Self::NotATile(text) => about("subject-not-a-tile").with("found", text.as_str()),
            Self::UnknownStrategy { text, known } => about("subject-unknown-strategy")
                .with("found", text.as_str())
                .with("known", known.as_str()),
            Self::Specific(message) => message.clone().with("at", at),
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

impl Explain for CallError {
    fn explain(&self) -> Message {
        let named = |key, subject: &'static str, name: &str| {
            Message::new(key)
                .with("subject", subject)
                .with("name", name)
        };
        match self {
            Self::UnknownSubject { text, known } => Message::new("subject-unknown")
                .with("text", text.as_str())
                .with("known", known.as_str()),
            Self::UnknownFunction { subject, name } => {
                named("subject-unknown-function", subject, name)
            }
            Self::UnknownSample { subject, name } => named("subject-unknown-sample", subject, name),
            Self::Arity {
                name,
                expected,
                given,
            } => Message::new("subject-arity")
                .with("name", *name)
                .with("expected", format!("({expected})"))
                .with("given", *given),
            Self::Word {
                number,
                text,
                expected,
            } => Message::new("subject-word")
                .with("at", *number)
                .with("text", text.as_str())
                .with("expected", expected.to_string()),
            Self::Argument {
                number,
                path,
                problem,
            } => problem.explain(format!("{number}{path}")),
            Self::Requires { name, condition } => Message::new("subject-requires")
                .with("name", *name)
                .with("condition", *condition),
            Self::Raised { message, .. } => message.clone(),
            Self::EndOfInput => Message::new("end-of-input"),
            Self::Game(message) => message.clone(),
            Self::Io(error) => error.explain(),
        }
    }
}
