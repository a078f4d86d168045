//! What the house and a launcher tell one another: the plan of a cage, and how it went.

use std::ffi::OsString;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Rung;
use crate::Limits;

/// Everything a launcher has to know; the descriptors travel beside it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Plan {
    /// The protections to use: each must work, or nothing is started.
    pub(super) rungs: Vec<Rung>,
    /// The file to run; none in a trial, which ends where the program would begin.
    pub(super) file: Option<OsString>,
    /// Its arguments.
    pub(super) arguments: Vec<OsString>,
    /// Where it runs.
    pub(super) folder: OsString,
    /// Its whole environment.
    pub(super) environment: Vec<(OsString, OsString)>,
    /// What it may read.
    pub(super) views: Vec<OsString>,
    /// Links to make on the way.
    pub(super) links: Vec<(OsString, OsString)>,
    /// Where it may write.
    pub(super) temporary: OsString,
    /// What the group may use.
    pub(super) quota: Quota,
}

impl Plan {
    pub(super) fn has(&self, rung: Rung) -> bool {
        self.rungs.contains(&rung)
    }

    pub(super) fn views(&self) -> impl Iterator<Item = PathBuf> {
        self.views.iter().map(PathBuf::from)
    }
}

/// The limits that the cage itself keeps.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(super) struct Quota {
    pub(super) memory: u64,
    pub(super) processor: u64,
    pub(super) processes: u32,
    pub(super) descriptors: u32,
    pub(super) file_size: u64,
    pub(super) files: u32,
}

impl From<&Limits> for Quota {
    fn from(limits: &Limits) -> Self {
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

/// What a launcher and its keeper say.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Report {
    /// The program runs; a descriptor of its process travels beside.
    Started {
        /// Microseconds that each step took.
        shares: Vec<(String, u64)>,
    },
    /// It does not, because of this step.
    Failed {
        /// What was being done.
        step: String,
        /// For which protection, if for one.
        rung: Option<Rung>,
        /// What the machine said: an error number, or 0 with a text in `reason`.
        errno: i32,
        /// The same in words.
        reason: String,
    },
    /// The group passed a limit and is being ended.
    Excess(Excessive),
    /// The program ended, and everything else in its cage.
    Ended {
        /// With this code, or
        code: Option<i32>,
        /// by this signal.
        signal: Option<i32>,
        /// The most bytes that one of its processes held.
        peak: u64,
    },
}

/// The limits that the keeper watches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Excessive {
    Memory,
    Processes,
    Files,
}
