//! The subjects' own functions under their own names, arguments and answers in JSON: what students
//! compare theirs with.

mod allumettes;
mod awale;
mod dominos;
mod image;
mod jeu421;
mod puissance4;

use std::io::{self, BufRead, Write};

use serde::de::DeserializeOwned;
use serde_json::{Value as Json, json};
use table::{Chance, Explain, Message};

/// Every subject.
pub const SUBJECTS: &[Subject] = &[
    jeu421::SUBJECT,
    allumettes::SUBJECT,
    awale::SUBJECT,
    dominos::SUBJECT,
    puissance4::SUBJECT,
    image::SUBJECT,
];

/// The functions of one subject.
#[derive(Clone, Copy, Debug)]
pub struct Subject {
    /// `allumettes`, `421`, …
    pub name: &'static str,
    /// In the order of the subject.
    pub functions: &'static [Function],
}

/// A function of a subject.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// Exactly as the subject spells it.
    pub name: &'static str,
    /// Its parameters by name, in order.
    pub parameters: &'static [&'static str],
    /// What it answers, for the list of functions.
    pub returns: &'static str,
    /// How it is run.
    pub body: Body,
}

/// A function that computes, or a program that talks.
#[derive(Clone, Copy, Debug)]
pub enum Body {
    /// From arguments to an answer.
    Function(fn(&mut Call<'_>) -> Result<Answer, CallError>),
    /// Reads and prints as the subject's own program does.
    Program(fn(&mut Call<'_>) -> Result<(), CallError>),
}

/// What a function gives back.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// A value.
    Return(Json),
    /// A value, and the arguments as they are afterwards.
    Changed {
        /// What the function returned.
        returned: Json,
        /// Its arguments, changed.
        args: Vec<Json>,
    },
}

impl Answer {
    /// The JSON that is printed.
    pub fn json(&self) -> Json {
        match self {
            Self::Return(value) => value.clone(),
            Self::Changed { returned, args } => json!({"return": returned, "args": args}),
        }
    }
}

/// A function that computes.
const fn function(
    name: &'static str,
    parameters: &'static [&'static str],
    returns: &'static str,
    body: fn(&mut Call<'_>) -> Result<Answer, CallError>,
) -> Function {
    Function {
        name,
        parameters,
        returns,
        body: Body::Function(body),
    }
}

/// A program that talks.
const fn program(
    name: &'static str,
    parameters: &'static [&'static str],
    body: fn(&mut Call<'_>) -> Result<(), CallError>,
) -> Function {
    Function {
        name,
        parameters,
        returns: "programme",
        body: Body::Program(body),
    }
}

/// Everything a function may use.
pub struct Call<'a> {
    /// The arguments.
    pub args: &'a [Json],
    /// For functions that draw.
    pub luck: &'a mut dyn Chance,
    /// For functions that ask.
    pub input: &'a mut dyn BufRead,
    /// For what a function prints beside its answer, and for what a program prints.
    pub output: &'a mut dyn Write,
}

impl std::fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Call")
            .field("args", &self.args)
            .finish_non_exhaustive()
    }
}

impl Call<'_> {
    /// An argument by its place, from 0.
    ///
    /// # Errors
    /// When it is not of that shape.
    pub fn arg<T: DeserializeOwned>(&self, index: usize) -> Result<T, CallError> {
        let json = self.args.get(index).cloned().unwrap_or(Json::Null);
        serde_json::from_value(json).map_err(|error| CallError::Argument {
            number: index + 1,
            reason: error.to_string(),
        })
    }
}

/// Why a call came to nothing.
#[derive(Debug, thiserror::Error)]
pub enum CallError {
    /// There is no such subject.
    #[error("`{0}` is not a subject")]
    UnknownSubject(String),
    /// There is no such function.
    #[error("`{name}` is not a function of the subject {subject}")]
    UnknownFunction {
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
    /// An argument that is no JSON.
    #[error("argument {number} is not JSON: {reason}")]
    Json {
        /// Counted from 1.
        number: usize,
        /// The parser's words.
        reason: String,
    },
    /// An argument of the wrong shape or out of range.
    #[error("argument {number} does not fit: {reason}")]
    Argument {
        /// Counted from 1.
        number: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The subject's own exception, or a precondition that does not hold.
    #[error("{0}")]
    Refused(String),
    /// The input ended.
    #[error("the input ended while an answer was waited for")]
    EndOfInput,
    /// Reading or printing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Explain for CallError {
    fn explain(&self) -> Message {
        match self {
            Self::UnknownSubject(text) => {
                let known: Vec<_> = SUBJECTS.iter().map(|subject| subject.name).collect();
                Message::new("subject-unknown")
                    .with("text", text.as_str())
                    .with("known", known.join(", "))
            }
            Self::UnknownFunction { subject, name } => Message::new("subject-unknown-function")
                .with("subject", *subject)
                .with("name", name.as_str()),
            Self::Arity {
                name,
                expected,
                given,
            } => Message::new("subject-arity")
                .with("name", *name)
                .with("expected", format!("({expected})"))
                .with("given", *given),
            Self::Json { number, reason } => Message::new("subject-json")
                .with("number", *number)
                .with("reason", reason.as_str()),
            Self::Argument { number, reason } => Message::new("subject-argument")
                .with("number", *number)
                .with("reason", reason.as_str()),
            Self::Refused(reason) => {
                Message::new("subject-refused").with("reason", reason.as_str())
            }
            Self::EndOfInput => Message::new("end-of-input"),
            Self::Io(error) => Message::new("io-error").with("reason", error.to_string()),
        }
    }
}

/// The subject of that name; a game's English alias will do.
///
/// # Errors
/// When there is none.
pub fn subject(name: &str) -> Result<&'static Subject, CallError> {
    let name = crate::find(name).map_or(name, |game| game.name);
    let found = SUBJECTS.iter().find(|subject| subject.name == name);
    found.ok_or_else(|| CallError::UnknownSubject(name.to_owned()))
}

impl Subject {
    /// The function of that name.
    ///
    /// # Errors
    /// When the subject has none.
    pub fn function(&self, name: &str) -> Result<&'static Function, CallError> {
        let found = self.functions.iter().find(|function| function.name == name);
        found.ok_or_else(|| CallError::UnknownFunction {
            subject: self.name,
            name: name.to_owned(),
        })
    }
}

impl Function {
    /// `name(a, b) -> answer`, for the list of functions.
    pub fn signature(&self) -> String {
        format!(
            "{}({}) -> {}",
            self.name,
            self.parameters.join(", "),
            self.returns
        )
    }

    /// Reads the arguments of a command line as JSON.
    ///
    /// # Errors
    /// Too few, too many (parameters written `name=value` are optional), or no JSON.
    pub fn arguments(&self, texts: &[String]) -> Result<Vec<Json>, CallError> {
        let required = self
            .parameters
            .iter()
            .filter(|name| !name.contains('='))
            .count();
        if texts.len() < required || texts.len() > self.parameters.len() {
            return Err(CallError::Arity {
                name: self.name,
                expected: self.parameters.join(", "),
                given: texts.len(),
            });
        }
        let read = |(index, text): (usize, &String)| {
            serde_json::from_str(text).map_err(|error| CallError::Json {
                number: index + 1,
                reason: error.to_string(),
            })
        };
        texts.iter().enumerate().map(read).collect()
    }
}
