//! How much a program may use: every limit of a cage and of what is heard from it.

use std::time::Duration;

/// Limits of one program; [`Limits::default`] is what docs/programs.md promises.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes that all its processes hold together, watched from outside; one process may not even
    /// reserve half as much again.
    pub memory: u64,
    /// Seconds of processor that one of its processes may use in its life.
    pub processor: Duration,
    /// Processes and threads at once.
    pub processes: u32,
    /// Descriptors open in one process.
    pub descriptors: u32,
    /// Bytes of one file, and of all its temporary files together.
    pub file_size: u64,
    /// Temporary files and folders.
    pub files: u32,
    /// Bytes of one line of output.
    pub line: usize,
    /// Bytes of output for one move, notes included.
    pub output: usize,
    /// Bytes of standard error for one move; only the last [`Self::errors_kept`] are kept.
    pub errors: usize,
    /// Bytes of standard error kept.
    pub errors_kept: usize,
    /// Bytes of notes (`#` lines) kept.
    pub notes_kept: usize,
    /// What the first answer of a process has more than the others, off the clock.
    pub first_answer: Duration,
    /// After the time is up, how long an answer that was not flushed may take to appear.
    pub unflushed: Duration,
    /// After the end of its input, how long a program may take to leave.
    pub farewell: Duration,
}

impl Default for Limits {
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
            farewell: Duration::from_millis(100),
        }
    }
}
