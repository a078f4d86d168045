//! Databases and opening books: files that a game computes once.

use std::path::PathBuf;

use table::Message;

use crate::{OptionSpec, Options};

/// Progress of a long task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Units of work done.
    pub done: u64,
    /// Units of work in the whole task.
    pub total: u64,
}

/// A long task. It reports its progress and returns the message to show at the end, of success or
/// of failure.
pub type Task = fn(&Options, &mut dyn FnMut(Progress)) -> Result<Message, Message>;

/// The tasks that build and check the files of a game.
#[derive(Clone, Copy, Debug)]
pub struct Database {
    /// Options of `build`.
    pub build_options: &'static [OptionSpec],
    /// Writes the files. A build that was interrupted continues where it stopped.
    pub build: Task,
    /// Options of `check`.
    pub check_options: &'static [OptionSpec],
    /// Verifies the files.
    pub check: Task,
}

/// Default folder of the databases: `BRELAN_DATA`, or else the user's data folder of the system.
/// `None` if the user has no home folder.
pub fn data_folder() -> Option<PathBuf> {
    let chosen = std::env::var_os("BRELAN_DATA").map(PathBuf::from);
    chosen.or_else(|| {
        let folders = directories::ProjectDirs::from("", "", "brelan")?;
        Some(folders.data_dir().to_owned())
    })
}
