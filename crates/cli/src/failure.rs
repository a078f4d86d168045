//! What went wrong, and how a person is told: `error: …` and `hint: …`, or at a table what R32 says.

use std::io::{self, Write};
use std::process::ExitCode;

use house::{Language, Offer};
use table::{Explain, Message};

/// Exit code of an error; 1 is for a negative answer.
const ERROR: u8 = 2;

/// Why the program stops.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A text that was asked for: help or version. Not an error.
    Shown(clap::Error),
    /// The reader of our output has gone. Not an error either.
    ClosedPipe,
    /// Something to tell, and perhaps what to do about it.
    Error {
        /// What is wrong.
        message: Message,
        /// What to do.
        hint: Option<Message>,
    },
    /// A table cannot be opened: told with its usage.
    Usage {
        /// What is wrong.
        message: Message,
        /// Which game.
        game: &'static Offer,
    },
    /// The errors have been told already.
    Told,
}

impl Failure {
    /// An error without a hint.
    pub(crate) fn error(message: Message) -> Self {
        Self::Error {
            message,
            hint: None,
        }
    }

    /// An error with a hint.
    pub(crate) fn with_hint(message: Message, hint: Message) -> Self {
        Self::Error {
            message,
            hint: Some(hint),
        }
    }

    /// Tells what went wrong. Standard error may be gone too: then there is nobody to tell.
    pub(crate) fn report(self, language: Language) -> ExitCode {
        let text = match self {
            Self::ClosedPipe => return ExitCode::SUCCESS,
            Self::Shown(shown) => return show(&shown),
            Self::Told => return ExitCode::from(ERROR),
            Self::Error { message, hint } => told(language, &message, hint.as_ref()),
            Self::Usage { message, game } => {
                let error = Message::new("cli-table-error").with("text", language.say(&message));
                format!("\n{}\n\n{}", language.say(&error), usage(game, language))
            }
        };
        let _ = io::stderr().write_all(text.as_bytes());
        ExitCode::from(ERROR)
    }
}

fn show(shown: &clap::Error) -> ExitCode {
    match shown.print() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => Failure::from(error).report(Language::English),
    }
}

/// `error: …` and `hint: …`, each with its line end.
pub(crate) fn told(language: Language, message: &Message, hint: Option<&Message>) -> String {
    let line = |key, message: &Message| {
        language.say(&Message::new(key).with("text", language.say(message))) + "\n"
    };
    line("cli-error", message) + &hint.map_or_else(String::new, |hint| line("cli-hint", hint))
}

/// How a table is opened, laid out as the subject's own program does.
fn usage(game: &Offer, language: Language) -> String {
    let strategies = game.strategies().collect::<Vec<_>>().join(" | ");
    let strategies = Message::new("cli-usage-strategies").with("strategies", strategies);
    let command = format!("brelan {}", game.name);
    format!(
        "{usage}\n\t{command} [-confiant] {players}\n\t\t{player}\n\t\t{strategies}\n\n\
         \t{example}\n\t{command} Xavier@humain Ordinateur@naif\n",
        usage = language.word("cli-usage"),
        players = language.word("cli-usage-players"),
        player = language.word("cli-usage-player"),
        strategies = language.say(&strategies),
        example = language.word("cli-usage-example"),
    )
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::error(error.explain()),
        }
    }
}

impl From<house::UnknownGame> for Failure {
    fn from(error: house::UnknownGame) -> Self {
        Self::error(error.explain())
    }
}

impl From<house::OptionError> for Failure {
    fn from(error: house::OptionError) -> Self {
        Self::error(error.explain())
    }
}

impl From<house::TerminalError> for Failure {
    fn from(error: house::TerminalError) -> Self {
        match error {
            house::TerminalError::Io(error) => error.into(),
            other => Self::error(other.explain()),
        }
    }
}

impl From<house::subject::CallError> for Failure {
    fn from(error: house::subject::CallError) -> Self {
        match error {
            house::subject::CallError::Io(error) => error.into(),
            other => Self::error(other.explain()),
        }
    }
}
