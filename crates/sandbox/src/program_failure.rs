//! The ways in which a program loses a game, each with a forfeit and a message for its owner.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use table::{Explain, Forfeit, Resource};

use crate::LaunchFailure;

/// A failure that ended a program's game.
///
/// One unreadable line is no failure: see [`ProgramLine`](crate::ProgramLine). The referee ends the
/// game at the third.
#[derive(Clone, Debug, PartialEq, Eq, Explain)]
pub enum ProgramFailure {
    /// No answer before the deadline.
    #[message(transparent)]
    Time(LateAnswer),
    /// The program did not start.
    #[message(transparent)]
    Start(StartFailure),
    /// The program exited or closed a stream.
    #[message(transparent)]
    Crash(ProgramExit),
    /// The program wrote more than one move may.
    #[message(transparent)]
    Flood(OutputFlood),
    /// The program used more of a resource than it may.
    #[message(transparent)]
    Limit(ExceededLimit),
}

impl ProgramFailure {
    /// The forfeit by which the game is lost.
    pub fn forfeit(&self) -> Forfeit {
        match self {
            Self::Time(_) => Forfeit::Time,
            Self::Start(_) => Forfeit::Start,
            Self::Crash(_) => Forfeit::Crash,
            Self::Flood(_) => Forfeit::Flood,
            Self::Limit(exceeded) => Forfeit::Limit(exceeded.resource()),
        }
    }
}

/// The state of the streams when a deadline passed without an answer.
#[derive(Clone, Debug, PartialEq, Eq, Explain)]
pub enum LateAnswer {
    /// The program wrote nothing.
    #[message("misdeed-time-silent")]
    Silent,
    /// The program has not read the lines sent to it.
    #[message("misdeed-time-unread")]
    Unread,
    /// The program wrote this text without an end of line.
    #[message("misdeed-time-unended", said = _0)]
    Unended(String),
    /// The program had not flushed this answer, which came only when its input was closed.
    #[message("misdeed-time-unflushed", said = _0)]
    Unflushed(String),
}

/// The reason why a program did not start.
#[derive(Clone, Debug, PartialEq, Eq, Explain)]
pub enum StartFailure {
    /// There is no such file, or no such command on the `PATH`.
    #[message("misdeed-start-missing", path = _0.display())]
    Missing(PathBuf),
    /// The file has no execute permission.
    #[message("misdeed-start-run-bit", path = _0.display())]
    NoRunBit(PathBuf),
    /// The file is neither machine code nor a script with a `#!` line.
    #[message("misdeed-start-format", path = _0.display())]
    NoFormat(PathBuf),
    /// The interpreter in the script's `#!` line does not exist.
    #[message("misdeed-start-interpreter", path = script.display())]
    NoInterpreter {
        /// The script.
        script: PathBuf,
        /// The interpreter that the script's first line names.
        interpreter: String,
    },
    /// The program's folder is the home folder or a folder above it, which it may not read.
    #[message("misdeed-start-folder", path = _0.display())]
    Folder(PathBuf),
    /// The user that programs run as may not read or run this file.
    #[message("misdeed-start-denied", path = _0.display())]
    Denied(PathBuf),
    /// The program ran and did not answer within the time for the first answer.
    #[message("misdeed-start-silent")]
    Silent,
    /// A system call failed while the cage was built.
    #[message("misdeed-start-system", step = _0.step, reason = _0.reason)]
    System(LaunchFailure),
}

/// The way in which a program ended or stopped communicating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Explain)]
pub enum ProgramExit {
    /// The program exited with this code.
    #[message("misdeed-crash-exit", code = _0)]
    Exited(i32),
    /// The program was killed by this signal.
    #[message("misdeed-crash-signal", signal = _0)]
    Killed(i32),
    /// The program closed its standard output and goes on.
    #[message("misdeed-crash-output")]
    ClosedOutput,
    /// The program closed its standard input and goes on.
    #[message("misdeed-crash-input")]
    ClosedInput,
    /// The supervisor of its cage died, and every process in the cage with it.
    #[message("misdeed-crash-lost")]
    Lost,
}

/// A stream to which a program wrote too much, with the maximum number of bytes for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Explain)]
pub enum OutputFlood {
    /// Standard output.
    #[message("misdeed-flood-output", limit = _0)]
    Output(usize),
    /// Standard error.
    #[message("misdeed-flood-errors", limit = _0)]
    Errors(usize),
}

/// A limit that a program exceeded, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Explain, Serialize, Deserialize)]
pub enum ExceededLimit {
    /// Bytes of memory of all processes of the program together.
    #[message("misdeed-limit-memory", limit = _0)]
    Memory(u64),
    /// Seconds of processor time of one process.
    #[message("misdeed-limit-processor", limit = _0)]
    Processor(u64),
    /// Number of processes and threads at once.
    #[message("misdeed-limit-processes", limit = _0)]
    Processes(u32),
    /// Bytes of one file.
    #[message("misdeed-limit-file-size", limit = _0)]
    FileSize(u64),
    /// Bytes of all temporary files together; also reported when there are too many files.
    #[message("misdeed-limit-files", limit = _0)]
    Files(u64),
    /// Processor time used while the opponent was to move.
    #[message("misdeed-limit-off-turn")]
    OffTurn {
        /// Milliseconds of processor time that the program used.
        used: u64,
        /// Milliseconds that the opponent's turns lasted.
        during: u64,
    },
}

impl ExceededLimit {
    /// The resource that the limit is about.
    pub fn resource(self) -> Resource {
        match self {
            Self::Memory(_) => Resource::Memory,
            Self::Processor(_) | Self::OffTurn { .. } => Resource::Processor,
            Self::Processes(_) => Resource::Processes,
            Self::FileSize(_) | Self::Files(_) => Resource::Disk,
        }
    }
}

/// The reason why a line cannot be an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Explain)]
pub enum UnreadableCause {
    /// The line came before the question.
    #[message("unreadable-early")]
    Early,
    /// The line came after the end of a game and before the first question of the next.
    #[message("unreadable-between")]
    Between,
    /// The line is longer than [`ProgramLimits::line`](crate::ProgramLimits::line), or than any move.
    #[message("unreadable-long")]
    TooLong,
    /// The line holds a NUL byte.
    #[message("unreadable-nul")]
    Nul,
    /// The line is not UTF-8.
    #[message("unreadable-encoding")]
    Encoding,
    /// The line holds control or escape codes.
    #[message("unreadable-control")]
    Control,
}

impl UnreadableCause {
    /// The cause as one word, with which no move of any game begins.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Early => "early",
            Self::Between => "between",
            Self::TooLong => "long",
            Self::Nul => "nul",
            Self::Encoding => "encoding",
            Self::Control => "control",
        }
    }
}

#[cfg(test)]
mod tests {
    use table::message;

    use super::*;

    #[test]
    fn each_failure_has_the_forfeit_of_its_word() {
        let cases = [
            (ProgramFailure::Time(LateAnswer::Silent), "time"),
            (ProgramFailure::Start(StartFailure::Silent), "start"),
            (ProgramFailure::Crash(ProgramExit::Killed(11)), "crash"),
            (
                ProgramFailure::Limit(ExceededLimit::Processes(64)),
                "limit processes",
            ),
        ];
        for (failure, word) in cases {
            assert_eq!(failure.forfeit().to_string(), word);
        }
    }

    #[test]
    fn message_carries_the_exit_code() {
        let message = ProgramFailure::Crash(ProgramExit::Exited(3)).explain();
        assert_eq!(message, message!("misdeed-crash-exit", code = 3));
    }
}
