//! The messages between the host process and a launcher: the request, and reports on the cage.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Protection;
use super::launch_failure::LaunchFailure;
use crate::ProgramLimits;

/// The cage to build and the program to start in it. Descriptors are sent beside it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct LaunchRequest {
    /// The protections to use; if one fails, nothing is started.
    pub(super) protections: Vec<Protection>,
    /// The file to run; `None` to probe the protections without running a program.
    pub(super) file: Option<OsString>,
    /// The program's arguments.
    pub(super) arguments: Vec<OsString>,
    /// The program's working folder.
    pub(super) folder: OsString,
    /// The program's complete environment.
    pub(super) environment: Vec<(OsString, OsString)>,
    /// Files and folders that the program may read.
    pub(super) readable: Vec<OsString>,
    /// Links on the way to them: path and target.
    pub(super) links: Vec<(OsString, OsString)>,
    /// The only folder that the program may write.
    pub(super) temporary: OsString,
    /// The limits that the cage enforces.
    pub(super) quota: CageQuota,
}

impl LaunchRequest {
    pub(super) fn has(&self, protection: Protection) -> bool {
        self.protections.contains(&protection)
    }

    pub(super) fn readable(&self) -> impl Iterator<Item = PathBuf> {
        self.readable.iter().map(PathBuf::from)
    }
}

/// The part of [`ProgramLimits`] that the cage enforces, in the same units; processor time in seconds.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct CageQuota {
    pub(super) memory: u64,
    pub(super) processor: u64,
    pub(super) processes: u32,
    pub(super) descriptors: u32,
    pub(super) file_size: u64,
    pub(super) files: u32,
}

impl From<&ProgramLimits> for CageQuota {
    fn from(limits: &ProgramLimits) -> Self {
        Self {
            memory: limits.memory,
            processor: limits.processor.as_secs().max(1),
            processes: limits.processes,
            descriptors: limits.descriptors,
            file_size: limits.file_size,
            files: limits.files,
        }
    }
}

/// A report of the launcher or the supervisor to the host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CageReport {
    /// The program runs. A descriptor of its process is sent beside this report.
    Started,
    /// The program was not started.
    Failed(LaunchFailure),
    /// The program's processes exceeded a limit and are being killed.
    Exceeded(WatchedLimit),
    /// All processes of the cage have ended.
    Ended {
        /// The program's exit code, unless a signal killed it.
        code: Option<i32>,
        /// The signal that killed the program.
        signal: Option<i32>,
        /// The largest number of bytes that one process held.
        peak: u64,
    },
}

/// A limit that the supervisor measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum WatchedLimit {
    Memory,
    Processes,
    Files,
}
