//! Why a command stopped, and how that is printed: `error: …` then `hint: …`, or at a table the
//! subject's usage text (ruling R32).

use std::io::{self, Write};
use std::process::ExitCode;

use games::RegisteredGame;
use table::{Explain, Message, key, message};
use text::Language;

/// Exit code of an error; 1 is for a negative answer.
pub(crate) const ERROR: u8 = 2;

/// The reason why a command ended early.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// Help or version was asked for: printed to standard output, with exit code 0.
    Shown(clap::Error),
    /// The process that read our output has ended; exit code 0.
    ClosedPipe,
    /// An error to print, with exit code 2.
    Error {
        /// The sentence after `error:`.
        message: Message,
        /// The sentence after `hint:`.
        hint: Option<Message>,
    },
    /// The arguments of a table are wrong: printed with the table's usage, with exit code 2.
    Usage {
        /// The sentence after `Erreur :`.
        message: Message,
        /// The game whose usage is printed.
        game: &'static RegisteredGame,
    },
    /// Everything was printed already; exit code 2.
    Printed,
}

impl CommandError {
    pub(crate) fn with_hint(message: Message, hint: Message) -> Self {
        Self::Error {
            message,
            hint: Some(hint),
        }
    }

    /// Makes an error without a hint from an error of a library.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "`map_err` hands the error over"
    )]
    pub(crate) fn explain(error: impl Explain) -> Self {
        error.explain().into()
    }

    /// Prints the reason, and returns the exit code.
    pub(crate) fn report(self, language: Language) -> ExitCode {
        let text = match self {
            Self::ClosedPipe => return ExitCode::SUCCESS,
            Self::Shown(shown) => return show(&shown),
            Self::Printed => return ExitCode::from(ERROR),
            Self::Error { message, hint } => error_text(language, &message, hint.as_ref()),
            Self::Usage { message, game } => {
                let error = message!("cli-table-error", text = message);
                format!("\n{}\n\n{}", language.say(&error), usage(game, language))
            }
        };
        // Standard error may be closed: there is no other place to print to.
        let _ = io::stderr().write_all(text.as_bytes());
        ExitCode::from(ERROR)
    }
}

fn show(shown: &clap::Error) -> ExitCode {
    match shown.print() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => CommandError::from(error).report(Language::English),
    }
}

/// The message "FILE cannot be read: REASON".
pub(crate) fn cannot_read(file: &str, error: &io::Error) -> Message {
    message!("cli-cannot-read", file, reason = error.explain())
}

/// The message "FILE cannot be written: REASON".
pub(crate) fn cannot_write(file: &str, error: &io::Error) -> Message {
    message!("cli-cannot-write", file, reason = error.explain())
}

/// The lines `error: …` and `hint: …`, each with its line end.
pub(crate) fn error_text(language: Language, message: &Message, hint: Option<&Message>) -> String {
    let error = message!("cli-error", text = message.clone());
    let hint = hint.map(|hint| message!("cli-hint", text = hint.clone()));
    let lines = [error].into_iter().chain(hint);
    lines.map(|line| language.say(&line) + "\n").collect()
}

/// The usage of a table, laid out as the subject's own program prints it.
fn usage(game: &RegisteredGame, language: Language) -> String {
    let strategies = game.strategies().collect::<Vec<_>>().join(" | ");
    let strategies = message!("cli-usage-strategies", strategies);
    let command = format!("brelan {}", game.name);
    format!(
        "{usage}\n\t{command} [-confiant] {players}\n\t\t{player}\n\t\t{strategies}\n\n\
         \t{example}\n\t{command} Xavier@humain Ordinateur@naif\n",
        usage = language.word(key!("cli-usage")),
        players = language.word(key!("cli-usage-players")),
        player = language.word(key!("cli-usage-player")),
        strategies = language.say(&strategies),
        example = language.word(key!("cli-usage-example")),
    )
}

/// An error without a hint.
impl From<Message> for CommandError {
    fn from(message: Message) -> Self {
        Self::Error {
            message,
            hint: None,
        }
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::explain(error),
        }
    }
}

impl From<host::UnknownGame> for CommandError {
    fn from(error: host::UnknownGame) -> Self {
        Self::explain(error)
    }
}

impl From<host::OptionError> for CommandError {
    fn from(error: host::OptionError) -> Self {
        Self::explain(error)
    }
}

impl From<host::TerminalError> for CommandError {
    fn from(error: host::TerminalError) -> Self {
        match error {
            host::TerminalError::Io(error) => error.into(),
            other => Self::explain(other),
        }
    }
}

impl From<subject::CallError> for CommandError {
    fn from(error: subject::CallError) -> Self {
        match error {
            subject::CallError::Io(error) => error.into(),
            other => Self::explain(other),
        }
    }
}
