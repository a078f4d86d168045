//! The resources that one program may use.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits of one program; [`ProgramLimits::default`] has the values of docs/programs.md.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramLimits {
    /// Bytes of memory that all processes of the program may hold together, measured every 50 ms. The
    /// kernel lets one process reserve at most one and a half times as much, and with a control group all
    /// of them hold at most this and the temporary files.
    pub memory: u64,
    /// Processor time of one process in its life, in whole seconds, at least one.
    pub processor: Duration,
    /// Maximum number of processes and threads at once.
    pub processes: u32,
    /// Maximum number of descriptors open in one process.
    pub descriptors: u32,
    /// Maximum size in bytes of one file, and of all temporary files together.
    pub file_size: u64,
    /// Maximum number of temporary files and folders.
    pub files: u32,
    /// Maximum length in bytes of one line of output.
    pub line: usize,
    /// Maximum number of bytes of output for one move, `#` lines included.
    pub output: usize,
    /// Maximum number of bytes of standard error for one move.
    pub errors: usize,
    /// Number of bytes of standard error kept: the last ones.
    pub errors_kept: usize,
    /// Number of bytes of `#` lines kept: the first ones.
    pub notes_kept: usize,
    /// Extra time for the first answer of a process, which does not count on the player's clock.
    pub first_answer: Duration,
    /// Time after a missed deadline and a closed input in which an answer that the program had not
    /// flushed may still appear, so that the failure can name that cause.
    pub unflushed: Duration,
    /// Time that a program may take to exit after its input was closed.
    pub exit: Duration,
}

impl Default for ProgramLimits {
    fn default() -> Self {
        Self {
            memory: 512 << 20,
            processor: Duration::from_hours(1),
            processes: 64,
            descriptors: 64,
            file_size: 64 << 20,
            files: 4096,
            line: 64 << 10,
            output: 1 << 20,
            errors: 16 << 20,
            errors_kept: 256 << 10,
            notes_kept: 64 << 10,
            first_answer: Duration::from_secs(10),
            unflushed: Duration::from_millis(150),
            exit: Duration::from_millis(100),
        }
    }
}
