//! What a program can do wrong, as data: a word for the result and a message for its owner.

use std::fmt;
use std::path::PathBuf;

use table::{Explain, Forfeit, Message, Resource};

/// What ended a program's game; its `Display` is the [`Forfeit`]'s word, [`Explain`] says it whole.
///
/// Unreadable lines alone are no misdeed: see [`Said`](crate::Said), of which the referee counts three.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misdeed {
    /// No answer in time.
    Time(Late),
    /// It did not start.
    Start(Unstarted),
    /// It ended or hung up.
    Crash(Ended),
    /// It wrote more than a move may.
    Flood {
        /// Where.
        stream: Stream,
        /// How many bytes it may write for a move.
        limit: usize,
    },
    /// It used more than its share.
    Limit(Excess),
}

impl Misdeed {
    /// The word under which the game is lost.
    pub fn forfeit(&self) -> Forfeit {
        match self {
            Self::Time(_) => Forfeit::Time,
            Self::Start(_) => Forfeit::Start,
            Self::Crash(_) => Forfeit::Crash,
            Self::Flood { .. } => Forfeit::Flood,
            Self::Limit(excess) => Forfeit::Limit(excess.resource()),
        }
    }
}

impl fmt::Display for Misdeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.forfeit().fmt(f)
    }
}

impl std::error::Error for Misdeed {}

/// How an answer was late.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Late {
    /// Nothing came.
    Silent,
    /// It does not read what it is told.
    Unread,
    /// It wrote this, and no end of line.
    Unended(String),
    /// It had written this answer, which came only when its input was closed: it did not flush.
    Unflushed(String),
}

/// Why a program did not start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unstarted {
    /// There is no such file, or no such word on the path.
    Missing(PathBuf),
    /// The file is not marked as one that can be run.
    NoRunBit(PathBuf),
    /// The file is neither a program of this machine nor a script that names its interpreter.
    NoFormat(PathBuf),
    /// The interpreter that the script names is not there.
    NoInterpreter {
        /// The script.
        script: PathBuf,
        /// What its first line names.
        interpreter: String,
    },
    /// The program's folder would open the whole machine, or a home, to it.
    Folder(PathBuf),
    /// A file that the cage's user may not read or run.
    Denied(PathBuf),
    /// It ran, and gave no answer in the time for the first.
    Silent,
    /// Something of the machine failed on the way.
    System {
        /// Which step.
        step: String,
        /// What the machine said.
        reason: String,
    },
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// By itself, with this code.
    Exited(i32),
    /// By this signal.
    Killed(i32),
    /// It closed its output and goes on.
    ClosedOutput,
    /// It closed its input and goes on.
    ClosedInput,
    /// The keeper of its cage is gone, and everything in it.
    Lost,
}

/// A stream that a program writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Errors,
}

/// Of what a program used more than its share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Excess {
    /// Bytes of memory held by all its processes.
    Memory(u64),
    /// Seconds of processor.
    Processor(u64),
    /// Processes and threads at once.
    Processes(u32),
    /// Bytes of one file.
    FileSize(u64),
    /// Bytes of all temporary files, or their number.
    Files(u64),
    /// It thought on the other's time.
    OffTurn {
        /// Milliseconds of processor that it used.
        used: u64,
        /// Milliseconds that the other's turn lasted.
        during: u64,
    },
}

impl Excess {
    /// What it used too much of.
    pub fn resource(self) -> Resource {
        match self {
            Self::Memory(_) => Resource::Memory,
            Self::Processor(_) | Self::OffTurn { .. } => Resource::Processor,
            Self::Processes(_) => Resource::Processes,
            Self::FileSize(_) | Self::Files(_) => Resource::Disk,
        }
    }
}

/// Why a line is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It came before it was asked for.
    Early,
    /// It came after the end of a game and before the first question of the next.
    Between,
    /// It is longer than a line may be.
    TooLong,
    /// It holds a NUL.
    Nul,
    /// It is not UTF-8.
    Encoding,
    /// It holds control or escape codes.
    Control,
}

/// A word that is no move of any game.
impl fmt::Display for Unreadable {
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

impl Explain for Misdeed {
    fn explain(&self) -> Message {
        match self {
            Self::Time(late) => late.explain(),
            Self::Start(unstarted) => unstarted.explain(),
            Self::Crash(ended) => ended.explain(),
            Self::Flood { stream, limit } => {
                let key = match stream {
                    Stream::Output => "misdeed-flood-output",
                    Stream::Errors => "misdeed-flood-errors",
                };
                Message::new(key).with("limit", *limit)
            }
            Self::Limit(excess) => excess.explain(),
        }
    }
}

impl Explain for Late {
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

impl Explain for Unstarted {
    fn explain(&self) -> Message {
        let of = |key, path: &PathBuf| Message::new(key).with("path", path.display().to_string());
        match self {
            Self::Missing(path) => of("misdeed-start-missing", path),
            Self::NoRunBit(path) => of("misdeed-start-run-bit", path),
            Self::NoFormat(path) => of("misdeed-start-format", path),
            Self::NoInterpreter {
                script,
                interpreter,
            } => of("misdeed-start-interpreter", script).with("interpreter", interpreter.as_str()),
            Self::Folder(path) => of("misdeed-start-folder", path),
            Self::Denied(path) => of("misdeed-start-denied", path),
            Self::Silent => Message::new("misdeed-start-silent"),
            Self::System { step, reason } => Message::new("misdeed-start-system")
                .with("step", step.as_str())
                .with("reason", reason.as_str()),
        }
    }
}

impl Explain for Ended {
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

impl Explain for Excess {
    fn explain(&self) -> Message {
        let of = |key, limit: u64| Message::new(key).with("limit", whole(limit));
        match *self {
            Self::Memory(bytes) => of("misdeed-limit-memory", bytes),
            Self::Processor(seconds) => of("misdeed-limit-processor", seconds),
            Self::Processes(processes) => of("misdeed-limit-processes", processes.into()),
            Self::FileSize(bytes) => of("misdeed-limit-file-size", bytes),
            Self::Files(limit) => of("misdeed-limit-files", limit),
            Self::OffTurn { used, during } => Message::new("misdeed-limit-off-turn")
                .with("used", whole(used))
                .with("during", whole(during)),
        }
    }
}

impl Explain for Unreadable {
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

fn whole(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misdeed_is_the_word_of_its_forfeit() {
        let cases = [
            (Misdeed::Time(Late::Silent), "time"),
            (Misdeed::Start(Unstarted::Silent), "start"),
            (Misdeed::Crash(Ended::Killed(11)), "crash"),
            (Misdeed::Limit(Excess::Processes(64)), "limit processes"),
        ];
        for (misdeed, word) in cases {
            assert_eq!(misdeed.to_string(), word);
        }
    }

    #[test]
    fn message_carries_the_datum() {
        let message = Misdeed::Crash(Ended::Exited(3)).explain();
        assert_eq!(message, Message::new("misdeed-crash-exit").with("code", 3));
    }
}
