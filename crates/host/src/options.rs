//! What may be chosen about a game before it begins: data, so that the command line and the page
//! offer the same.

use std::collections::BTreeMap;
use std::str::FromStr;

use table::{Explain, Key, Message, key};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// `matches` for `--matches`.
    pub name: &'static str,
    /// What stands for its value in a help text; a flag has none.
    pub value: Option<&'static str>,
    /// The message that explains it.
    pub help: Key,
}

/// The option of every table: where the game begins.
pub const POSITION: OptionSpec = OptionSpec {
    name: "position",
    value: Some("POSITION"),
    help: key!("option-position"),
};

/// An option that a person is asked for at the terminal when it was not given.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Its name.
    pub option: &'static str,
    /// The message that asks.
    pub question: Key,
}

/// The options that were given.
#[derive(Clone, Default, Debug)]
pub struct Options(BTreeMap<String, String>);

/// An option that cannot be taken.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("--{option}: {reason}")]
pub struct OptionError {
    /// Which.
    pub option: &'static str,
    /// Why not, for programmers.
    pub reason: String,
    /// Why not, for people.
    pub message: Message,
}

impl OptionError {
    /// Blames `option` for an error.
    pub fn new(option: &'static str, error: &(impl std::error::Error + Explain)) -> Self {
        Self {
            option,
            reason: error.to_string(),
            message: error.explain(),
        }
    }
}

impl Explain for OptionError {
    fn explain(&self) -> Message {
        self.message.clone()
    }
}

/// A value that is not a whole number in range.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("not-a-number", text = _0)]
struct NotANumber(String);

impl Options {
    /// Sets an option; a flag is set to the empty text.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// The names of those that were given.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The text given for an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether a flag was given.
    pub fn flag(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The number given for an option.
    ///
    /// # Errors
    /// When the text is not a number of this type.
    pub fn number<T: FromStr>(&self, name: &'static str) -> Result<Option<T>, OptionError> {
        let read = |text: &str| {
            let refused = |_| OptionError::new(name, &NotANumber(text.to_owned()));
            text.parse().map_err(refused)
        };
        self.get(name).map(read).transpose()
    }
}
