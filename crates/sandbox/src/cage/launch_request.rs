//! The messages between the host process and a launcher: the request, and reports on the cage.

use std::ffi::OsString;

use serde::{Deserialize, Serialize};

use super::Protection;
use super::launch_failure::LaunchFailure;
use crate::{ExceededLimit, ProgramLimits};

/// The cage to build and the program to start in it. Descriptors are sent beside it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct LaunchRequest {
    /// The protections to use; if one fails, nothing is started.
    pub(super) protections: Vec<Protection>,
    /// The file to run; `None` to probe the protections without running a program.
    pub(super) file: Option<OsString>,
    pub(super) arguments: Vec<OsString>,
    pub(super) folder: OsString,
    pub(super) environment: Vec<(OsString, OsString)>,
    /// Files and folders that the program may read.
    pub(super) readable: Vec<OsString>,
    /// Files and folders inside `readable` that the program may not read.
    pub(super) hidden: Vec<OsString>,
    /// Symbolic links on the way to `readable`: path and target.
    pub(super) links: Vec<(OsString, OsString)>,
    /// The only folder that the program may write.
    pub(super) temporary: OsString,
    /// The number of the user and group that the program becomes when the host is root. Outside of
    /// containers no other process has it, so that nothing that the kernel counts for a user is shared
    /// with another program.
    pub(super) user: u32,
    pub(super) limits: ProgramLimits,
    /// The folders of the cage's control group, which the launcher removes at the end.
    pub(super) groups: Vec<OsString>,
}

impl LaunchRequest {
    pub(super) fn has(&self, protection: Protection) -> bool {
        self.protections.contains(&protection)
    }
}

/// A report of the launcher or the supervisor to the host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CageReport {
    /// The program runs. A descriptor of its process is sent beside this report.
    Started,
    /// The filter of system calls is about to begin. The descriptor of the questions that it passes on is
    /// sent beside this report, to the supervisor.
    Filtered,
    Failed(LaunchFailure),
    /// The program's processes exceeded a limit and are being killed.
    Exceeded(ExceededLimit),
    /// All processes of the cage have ended: the program's exit code, or the signal that killed it.
    Ended {
        code: Option<i32>,
        signal: Option<i32>,
        /// The largest number of bytes of memory that one process held.
        peak: u64,
    },
}
