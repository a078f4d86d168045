//! Databases and books: what a game can compute once and keep in files.

use std::path::PathBuf;

use table::Message;

use crate::{OptionSpec, Options};

/// How far a long task is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Units done.
    pub done: u64,
    /// Units in all.
    pub total: u64,
}

/// A long task: it tells how far it is, and in the end what came of it or why nothing did.
pub type Task = fn(&Options, &mut dyn FnMut(Progress)) -> Result<Message, Message>;

/// What a game offers to build and to check.
#[derive(Clone, Copy, Debug)]
pub struct Database {
    /// The options of `build`.
    pub build_options: &'static [OptionSpec],
    /// Makes the files, or goes on where it was interrupted.
    pub build: Task,
    /// The options of `check`.
    pub check_options: &'static [OptionSpec],
    /// Verifies the files.
    pub check: Task,
}

/// Where databases are kept unless an option says otherwise: `BRELAN_DATA`, or the folder that the
/// system keeps for the data of programs; none where there is no home.
pub fn data_folder() -> Option<PathBuf> {
    let chosen = std::env::var_os("BRELAN_DATA").map(PathBuf::from);
    chosen.or_else(|| {
        let folders = directories::ProjectDirs::from("", "", "brelan")?;
        Some(folders.data_dir().to_owned())
    })
}
