//! The cage around a program: every protection of the list that this machine supports.
//!
//! A program is not forked from the host process, which may have threads. The host starts its own
//! executable again as the *launcher* of one cage and sends it a [`LaunchRequest`] and the program's
//! ends of the pipes over a socket. The launcher has one thread and does the rest:
//!
//! ```text
//! host ──socket── launcher ─fork─▶ supervisor (pid 1 of the cage) ─fork─▶ program ─▶ its children
//!   └──────────── the program's standard input, output and error ──────────┘
//! ```
//!
//! The supervisor reaps processes, measures their memory and processor time, and reports the
//! program's exit. It kills every process of the cage when the program exits, when a limit is
//! exceeded, or when the host closes its end of the socket, which also happens when the host dies.
//! When the launcher dies, the supervisor dies, and the process namespace with it.
//! Lines pass through neither: a move costs as much as two pipe writes.
//!
//! [`LaunchRequest`]: launch_request::LaunchRequest

mod confine;
mod control_group;
mod control_socket;
mod hidden_usage;
mod known_calls;
mod landlock_rules;
mod launch;
mod launch_failure;
mod launch_request;
mod launcher_main;
mod machine_info;
mod namespaces;
mod process_usage;
mod program_user;
mod root_filesystem;
mod seccomp_filter;
mod supervisor;
mod temporary_folder;
mod usage_monitor;

use std::fmt;
use std::str::FromStr;

use table::{Explain, Message, key};

pub use launch::{Cage, Launcher};
pub(crate) use launch::{RunningCage, StartedProgram};
pub use launch_failure::LaunchFailure;
pub(crate) use launch_request::CageReport;
pub(crate) use process_usage::is_asleep;

/// The first argument of an executable that is started as a launcher.
const LAUNCHER_ARGUMENT: &str = "__cage";

/// Builds a cage and does not return, when this process was started as a launcher. Every executable
/// that uses [`Launcher::this_program`] calls it first in `main`.
pub fn intercept() {
    let argument = std::env::args_os().nth(1);
    if argument.is_some_and(|word| word == LAUNCHER_ARGUMENT) {
        launcher_main::run();
    }
}

/// One protection of a cage, which a machine may lack.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize,
)]
pub enum Protection {
    /// The program runs as a user of its own, without files, when the host runs as root. Without it root
    /// cannot build a cage, because the kernel does not limit the number of root's processes.
    User,
    /// Limits on memory, processor time, processes, descriptors and files.
    Limits,
    /// Control groups: the kernel counts memory, processes and processor time of the whole cage, those
    /// included that no process shows.
    Cgroups,
    /// Landlock: no file outside the program's folder and its interpreter's files; no TCP.
    Landlock,
    /// A seccomp filter: only the system calls that the languages of the starters need.
    Seccomp,
    /// Namespaces: other processes, the network and other mounts are invisible.
    Namespaces,
}

impl Protection {
    /// All protections, in the order in which they are probed.
    pub const ALL: [Self; 6] = [
        Self::User,
        Self::Limits,
        Self::Cgroups,
        Self::Landlock,
        Self::Seccomp,
        Self::Namespaces,
    ];
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::User => "user",
            Self::Limits => "limits",
            Self::Cgroups => "cgroups",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::Namespaces => "namespaces",
        })
    }
}

/// The protections that a cage must have: `--cage required|best|none`.
///
/// ```
/// use sandbox::Strictness;
/// assert_eq!("best".parse(), Ok(Strictness::Best));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Every protection; a machine that lacks one starts no program.
    Required,
    /// Every protection that the machine supports.
    #[default]
    Best,
    /// No protection; the environment is still clean and every process ends with the host.
    None,
}

/// Error when a word is none of `required`, `best` and `none`.
#[derive(Clone, Debug, PartialEq, Eq, Explain)]
#[message("cage-unknown-strictness", word = _0)]
pub struct UnknownStrictness(String);

impl FromStr for Strictness {
    type Err = UnknownStrictness;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        match word {
            "required" => Ok(Self::Required),
            "best" => Ok(Self::Best),
            "none" => Ok(Self::None),
            _ => Err(UnknownStrictness(word.to_owned())),
        }
    }
}

/// A protection that this machine lacks; its message says what to install or allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{protection} is missing: {}: {}", failure.step, failure.reason)]
pub struct MissingProtection {
    /// The missing protection.
    pub protection: Protection,
    /// The failure of a launch with it.
    pub failure: LaunchFailure,
}

impl Explain for MissingProtection {
    fn explain(&self) -> Message {
        let key = match self.protection {
            Protection::User => key!("cage-missing-user", step, reason),
            Protection::Limits => key!("cage-missing-limits", step, reason),
            Protection::Cgroups => key!("cage-missing-cgroups", step, reason),
            Protection::Landlock => key!("cage-missing-landlock", step, reason),
            Protection::Seccomp => key!("cage-missing-seccomp", step, reason),
            Protection::Namespaces => key!("cage-missing-namespaces", step, reason),
        };
        Message::new(key)
            .with("step", self.failure.step.as_str())
            .with("reason", self.failure.reason.as_str())
    }
}

/// The reason why no cage can be built.
#[derive(Clone, Debug, PartialEq, Eq, Explain)]
pub enum CageError {
    /// [`Strictness::Required`] was asked for, and this protection is missing.
    #[message(transparent)]
    Required(MissingProtection),
    /// The host is root, whose processes the kernel does not count, and cannot change user.
    #[message("cage-administrator", step = _0.failure.step, reason = _0.failure.reason)]
    Administrator(MissingProtection),
    /// The launcher fails even without protections.
    #[message("cage-launcher", step = _0.step, reason = _0.reason)]
    Launcher(LaunchFailure),
}
