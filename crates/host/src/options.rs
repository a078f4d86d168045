//! Options of a game, described as data that the command line and the page share.

use std::collections::BTreeMap;
use std::str::FromStr;

use table::{Explain, Key, Message, key};

/// One option of a game.
#[derive(Clone, Copy, Debug)]
pub struct OptionSpec {
    /// Name without dashes: `matches` for `--matches`.
    pub name: &'static str,
    /// Placeholder of the value in help texts; `None` for a flag.
    pub value: Option<&'static str>,
    /// Help text.
    pub help: Key,
}

impl OptionSpec {
    /// An option with a value.
    pub const fn new(name: &'static str, value: &'static str, help: Key) -> Self {
        Self {
            name,
            value: Some(value),
            help,
        }
    }

    /// An option without a value.
    pub const fn flag(name: &'static str, help: Key) -> Self {
        Self {
            name,
            value: None,
            help,
        }
    }
}

/// Starting position: an option of every game.
pub const POSITION: OptionSpec = OptionSpec::new("position", "POSITION", key!("option-position"));

/// An option that the terminal asks for if it was not given.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// Name of the option.
    pub option: &'static str,
    /// Question to show.
    pub question: Key,
}

/// Options given by the caller, as text by name.
#[derive(Clone, Default, Debug)]
pub struct Options(BTreeMap<String, String>);

/// Error for an option with an invalid value.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("--{option}: {reason}")]
pub struct OptionError {
    /// Name of the option.
    pub option: &'static str,
    /// Reason, for logs.
    pub reason: String,
    /// Reason, to show in the user's language.
    pub message: Message,
}

impl OptionError {
    /// Wraps the error that `option` caused.
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

/// Error for a value that is not a whole number in range.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("not-a-number", text = _0)]
struct NotANumber(String);

impl Options {
    /// Sets an option. The value of a flag is the empty string.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), value.into());
    }

    /// Names of the given options, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Value of an option; `None` if it was not given.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Whether an option was given.
    pub fn flag(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Parsed value of an option; `None` if it was not given.
    pub fn parsed<T>(&self, name: &'static str) -> Result<Option<T>, OptionError>
    where
        T: FromStr<Err: std::error::Error + Explain>,
    {
        let read = |text: &str| text.parse().map_err(|error| OptionError::new(name, &error));
        self.get(name).map(read).transpose()
    }

    /// Value of a numeric option; `None` if it was not given.
    pub fn number<T: FromStr>(&self, name: &'static str) -> Result<Option<T>, OptionError> {
        let read = |text: &str| {
            let refused = |_| OptionError::new(name, &NotANumber(text.to_owned()));
            text.parse().map_err(refused)
        };
        self.get(name).map(read).transpose()
    }
}
