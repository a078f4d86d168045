//! The cage: a ladder of protections, of which each that the machine has is used.
//!
//! A program is not forked from the house, which may have threads: the house starts its own
//! executable again as the *launcher* of one cage, hands it a plan and the program's ends of the
//! pipes over a socket, and the launcher, which has one thread, does the rest:
//!
//! ```text
//! house ──socket── launcher ─fork─▶ keeper (pid 1 of the cage) ─fork─▶ program ─▶ its children
//!   └──────────── the program's standard input, output and error ──────────┘
//! ```
//!
//! The keeper reaps, counts what the group holds, reports how it ended, and kills everything when
//! the program ends, when a limit is passed or when the house closes its end of the socket, so also
//! when the house dies. When the launcher dies the keeper does, and with it the namespace.
//! Lines do not pass through either: a move costs what a pipe costs.

#[cfg(target_os = "linux")]
mod census;
#[cfg(target_os = "linux")]
mod channel;
#[cfg(target_os = "linux")]
mod confine;
#[cfg(target_os = "linux")]
mod fence;
#[cfg(target_os = "linux")]
mod filter;
#[cfg(target_os = "linux")]
mod home;
#[cfg(target_os = "linux")]
mod keeper;
#[cfg(target_os = "linux")]
mod launch;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod plan;
#[cfg(target_os = "linux")]
mod root;
#[cfg(target_os = "linux")]
mod stage;
#[cfg(target_os = "linux")]
mod watch;

use std::fmt;
use std::str::FromStr;

use table::{Explain, Message};
use thiserror::Error;

#[cfg(target_os = "linux")]
pub use launch::{Cage, Launcher};
#[cfg(target_os = "linux")]
pub(crate) use {
    census::asleep,
    launch::{Running, Started},
    plan::{Excessive, Report},
};

/// The word with which an executable is started again as the launcher of a cage.
#[cfg(target_os = "linux")]
pub(crate) const WORD: &str = "__cage";

/// Becomes the launcher of a cage, and does not return, if that is what this process was started for.
///
/// First thing in the `main` of every executable that uses [`Launcher::this_program`].
pub fn intercept() {
    #[cfg(target_os = "linux")]
    if std::env::args_os().nth(1).is_some_and(|word| word == WORD) {
        stage::run();
    }
}

/// A protection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(target_os = "linux", derive(serde::Serialize, serde::Deserialize))]
pub enum Rung {
    /// Not the administrator: a user without rights of its own. Where this is missing to the
    /// administrator, the kernel limits no processes, so that there is no cage.
    User,
    /// Limits on memory, processor, processes, descriptors, files.
    Limits,
    /// Landlock: no file but its own folder and what its interpreter needs; no TCP.
    Landlock,
    /// A filter of system calls: no sockets, no tracing, no namespaces, no shared memory.
    Seccomp,
    /// Namespaces: no other process, no network, no other mount is seen.
    Namespaces,
}

impl Rung {
    /// All of them, from the ground.
    pub const ALL: [Self; 5] = [
        Self::User,
        Self::Limits,
        Self::Landlock,
        Self::Seccomp,
        Self::Namespaces,
    ];
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::User => "user",
            Self::Limits => "limits",
            Self::Landlock => "landlock",
            Self::Seccomp => "seccomp",
            Self::Namespaces => "namespaces",
        })
    }
}

/// How much cage is wanted: `--cage required|best|none`.
///
/// ```
/// use sandbox::Strictness;
/// assert_eq!("best".parse(), Ok(Strictness::Best));
/// assert_eq!(Strictness::Required.to_string(), "required");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strictness {
    /// Every rung, or nothing is started.
    Required,
    /// Every rung that the machine has.
    #[default]
    Best,
    /// None; the environment is clean all the same, descriptors are closed, and nothing outlives the house.
    None,
}

/// A word that is no [`Strictness`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no strictness: choose required, best or none")]
pub struct UnknownStrictness(String);

impl Explain for UnknownStrictness {
    fn explain(&self) -> Message {
        Message::new("cage-unknown-strictness").with("word", self.0.as_str())
    }
}

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

impl fmt::Display for Strictness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Required => "required",
            Self::Best => "best",
            Self::None => "none",
        })
    }
}

/// A rung that this machine does not have, and at which step it failed.
///
/// The message says what to install or allow.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{rung} is missing: {step}: {reason}")]
pub struct Missing {
    /// Which.
    pub rung: Rung,
    /// What was being done.
    pub step: String,
    /// What the machine said.
    pub reason: String,
}

impl Explain for Missing {
    fn explain(&self) -> Message {
        let key = match self.rung {
            Rung::User => "cage-missing-user",
            Rung::Limits => "cage-missing-limits",
            Rung::Landlock => "cage-missing-landlock",
            Rung::Seccomp => "cage-missing-seccomp",
            Rung::Namespaces => "cage-missing-namespaces",
        };
        Message::new(key)
            .with("step", self.step.as_str())
            .with("reason", self.reason.as_str())
    }
}

/// Why there is no cage.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CageError {
    /// Every rung is required, and this one is missing.
    #[error(transparent)]
    Required(Missing),
    /// The house is the administrator and cannot be anybody else, for whom alone the kernel limits
    /// processes.
    #[error("the kernel limits no processes of the administrator: {0}")]
    Administrator(Missing),
    /// Only Linux has cages.
    #[error("programs can be seated on Linux only")]
    Elsewhere,
    /// The launcher itself does not work.
    #[error("the launcher of cages fails: {step}: {reason}")]
    Launcher {
        /// What was being done.
        step: String,
        /// What the machine said.
        reason: String,
    },
}

impl Explain for CageError {
    fn explain(&self) -> Message {
        match self {
            Self::Required(missing) => missing.explain(),
            Self::Administrator(missing) => Message::new("cage-administrator")
                .with("step", missing.step.as_str())
                .with("reason", missing.reason.as_str()),
            Self::Elsewhere => Message::new("cage-elsewhere"),
            Self::Launcher { step, reason } => Message::new("cage-launcher")
                .with("step", step.as_str())
                .with("reason", reason.as_str()),
        }
    }
}
