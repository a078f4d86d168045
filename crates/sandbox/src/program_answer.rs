//! The lines that a program writes, and the state in which it ended.

use std::time::Duration;

use crate::program_failure::{ProgramExit, UnreadableCause};

/// An answer to one question, with the time that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramAnswer {
    /// The line that the program wrote.
    pub line: ProgramLine,
    /// Time from the question to the answer, less the free time of a process's first answer.
    pub thought: Duration,
    /// Processor time that the program's processes used meanwhile, as last counted.
    pub processor: Duration,
}

/// One line of a program's standard output, without its end of line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramLine {
    /// Text without control codes, trimmed at both ends.
    Text(String),
    /// A line that cannot be an answer. It does not end the game: the referee counts three.
    Unreadable {
        /// The rule of the protocol that the line breaks.
        cause: UnreadableCause,
        /// The first characters of the line, with control codes escaped.
        text: String,
    },
}

impl ProgramLine {
    /// The text of the line; only the first characters of an unreadable one.
    pub fn into_text(self) -> String {
        let (Self::Text(text) | Self::Unreadable { text, .. }) = self;
        text
    }
}

/// The state of a program after its standard input was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedProcess {
    /// The program's own exit; `None` when it had to be killed.
    pub exit: Option<ProgramExit>,
    /// Number of lines written after the last answer.
    pub unasked: usize,
    /// The last part of the program's standard error.
    pub errors: String,
    /// The program's `#` lines that were not taken before.
    pub notes: Vec<String>,
}
