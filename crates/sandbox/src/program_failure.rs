//! The ways in which a program loses a game, each with a forfeit and a message for its owner.

use std::fmt;
use std::path::PathBuf;

use table::{Explain, Forfeit, Message, Resource};

/// A failure that ended a program's game. `Display` is the word of the [`Forfeit`]; [`Explain`] gives
/// the full reason.
///
/// One unreadable line is no failure: see [`ProgramLine`](crate::ProgramLine). The referee ends the
/// game at the third.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProgramFailure {
    /// No answer before the deadline.
    Time(LateAnswer),
    /// The program did not start.
    Start(StartFailure),
    /// The program exited or closed a stream.
    Crash(ProgramExit),
    /// The program wrote more than one move may.
    Flood {
        /// The stream that it wrote to.
        stream: OutputStream,
        /// Maximum number of bytes for one move.
        limit: usize,
    },
    /// The program used more of a resource than it may.
    Limit(ExceededLimit),
}

impl ProgramFailure {
    /// The forfeit by which the game is lost.
    pub fn forfeit(&self) -> Forfeit {
        match self {
            Self::Time(_) => Forfeit::Time,
            Self::Start(_) => Forfeit::Start,
            Self::Crash(_) => Forfeit::Crash,
            Self::Flood { .. } => Forfeit::Flood,
            Self::Limit(exceeded) => Forfeit::Limit(exceeded.resource()),
        }
    }
}

impl fmt::Display for ProgramFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.forfeit().fmt(f)
    }
}

impl std::error::Error for ProgramFailure {}

/// The state of the streams when a deadline passed without an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LateAnswer {
    /// The program wrote nothing.
    Silent,
    /// The program has not read the lines sent to it.
    Unread,
    /// The program wrote this text without an end of line.
    Unended(String),
    /// This answer came only when the program's input was closed: it was not flushed.
    Unflushed(String),
}

/// The reason why a program did not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartFailure {
    /// There is no such file, or no such command on the `PATH`.
    Missing(PathBuf),
    /// The file has no execute permission.
    NoRunBit(PathBuf),
    /// The file is neither machine code nor a script with a `#!` line.
    NoFormat(PathBuf),
    /// The interpreter in the script's `#!` line does not exist.
    NoInterpreter {
        /// The script.
        script: PathBuf,
        /// The interpreter that its first line names.
        interpreter: String,
    },
    /// The program's folder is the home folder or a folder above it, which it may not read.
    Folder(PathBuf),
    /// The user that programs run as may not read or run this file.
    Denied(PathBuf),
    /// The program ran and did not answer within the time for the first answer.
    Silent,
    /// A system call failed while the cage was built.
    System {
        /// The step of the launch that failed.
        step: String,
        /// The system's error text.
        reason: String,
    },
}

/// The way in which a program ended or stopped communicating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramExit {
    /// The program exited with this code.
    Exited(i32),
    /// The program was killed by this signal.
    Killed(i32),
    /// The program closed its standard output and goes on.
    ClosedOutput,
    /// The program closed its standard input and goes on.
    ClosedInput,
    /// The supervisor of its cage died, and every process in the cage with it.
    Lost,
}

/// A stream that a program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputStream {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// A limit that a program exceeded, with its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExceededLimit {
    /// Bytes of memory of all its processes together.
    Memory(u64),
    /// Seconds of processor time of one process.
    Processor(u64),
    /// Number of processes and threads at once.
    Processes(u32),
    /// Bytes of one file.
    FileSize(u64),
    /// Bytes of all temporary files together; also reported when there are too many files.
    Files(u64),
    /// Processor time used while the opponent was to move.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnreadableCause {
    /// The line came before the question.
    Early,
    /// The line came after the end of a game and before the first question of the next.
    Between,
    /// The line is longer than [`ProgramLimits::line`](crate::ProgramLimits::line).
    TooLong,
    /// The line holds a NUL byte.
    Nul,
    /// The line is not UTF-8.
    Encoding,
    /// The line holds control or escape codes.
    Control,
}

/// One word, with which no move of any game begins.
impl fmt::Display for UnreadableCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Early => "early",
            Self::Between => "between",
            Self::TooLong => "long",
            Self::Nul => "nul",
            Self::Encoding => "encoding",
            Self::Control => "control",
        })
    }
}

impl Explain for ProgramFailure {
    fn explain(&self) -> Message {
        match self {
            Self::Time(late) => late.explain(),
            Self::Start(start) => start.explain(),
            Self::Crash(exit) => exit.explain(),
            Self::Flood { stream, limit } => {
                let key = match stream {
                    OutputStream::Output => "misdeed-flood-output",
                    OutputStream::Errors => "misdeed-flood-errors",
                };
                Message::new(key).with("limit", *limit)
            }
            Self::Limit(exceeded) => exceeded.explain(),
        }
    }
}

impl Explain for LateAnswer {
    fn explain(&self) -> Message {
        match self {
            Self::Silent => Message::new("misdeed-time-silent"),
            Self::Unread => Message::new("misdeed-time-unread"),
            Self::Unended(said) => Message::new("misdeed-time-unended").with("said", said.as_str()),
            Self::Unflushed(said) => {
                Message::new("misdeed-time-unflushed").with("said", said.as_str())
            }
        }
    }
}

impl Explain for StartFailure {
    fn explain(&self) -> Message {
        let about =
            |key, path: &PathBuf| Message::new(key).with("path", path.display().to_string());
        match self {
            Self::Missing(path) => about("misdeed-start-missing", path),
            Self::NoRunBit(path) => about("misdeed-start-run-bit", path),
            Self::NoFormat(path) => about("misdeed-start-format", path),
            Self::NoInterpreter {
                script,
                interpreter,
            } => {
                about("misdeed-start-interpreter", script).with("interpreter", interpreter.as_str())
            }
            Self::Folder(path) => about("misdeed-start-folder", path),
            Self::Denied(path) => about("misdeed-start-denied", path),
            Self::Silent => Message::new("misdeed-start-silent"),
            Self::System { step, reason } => Message::new("misdeed-start-system")
                .with("step", step.as_str())
                .with("reason", reason.as_str()),
        }
    }
}

impl Explain for ProgramExit {
    fn explain(&self) -> Message {
        match self {
            Self::Exited(code) => Message::new("misdeed-crash-exit").with("code", *code),
            Self::Killed(signal) => Message::new("misdeed-crash-signal").with("signal", *signal),
            Self::ClosedOutput => Message::new("misdeed-crash-output"),
            Self::ClosedInput => Message::new("misdeed-crash-input"),
            Self::Lost => Message::new("misdeed-crash-lost"),
        }
    }
}

impl Explain for ExceededLimit {
    fn explain(&self) -> Message {
        let about = |key, limit: u64| Message::new(key).with("limit", signed(limit));
        match *self {
            Self::Memory(bytes) => about("misdeed-limit-memory", bytes),
            Self::Processor(seconds) => about("misdeed-limit-processor", seconds),
            Self::Processes(processes) => about("misdeed-limit-processes", processes.into()),
            Self::FileSize(bytes) => about("misdeed-limit-file-size", bytes),
            Self::Files(limit) => about("misdeed-limit-files", limit),
            Self::OffTurn { used, during } => Message::new("misdeed-limit-off-turn")
                .with("used", signed(used))
                .with("during", signed(during)),
        }
    }
}

impl Explain for UnreadableCause {
    fn explain(&self) -> Message {
        Message::new(match self {
            Self::Early => "unreadable-early",
            Self::Between => "unreadable-between",
            Self::TooLong => "unreadable-long",
            Self::Nul => "unreadable-nul",
            Self::Encoding => "unreadable-encoding",
            Self::Control => "unreadable-control",
        })
    }
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failure_displays_as_the_word_of_its_forfeit() {
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
            assert_eq!(failure.to_string(), word);
        }
    }

    #[test]
    fn message_carries_the_exit_code() {
        let message = ProgramFailure::Crash(ProgramExit::Exited(3)).explain();
        assert_eq!(message, Message::new("misdeed-crash-exit").with("code", 3));
    }
}
