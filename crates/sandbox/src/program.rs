//! What to run: the words of a command, the folder that is its own, its limits.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::Limits;
use crate::misdeed::{Misdeed, Unstarted};

/// What seats one function of a Python file: run with the file and the function as arguments, or
/// imported for its `Seat`.
pub const CHOOSE: &str = include_str!("choose.py");

/// A program to be started, as often as one likes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The program and its arguments; no shell reads them.
    pub words: Vec<OsString>,
    /// Its own folder: where it runs, and what it may read.
    pub folder: PathBuf,
    /// Other folders and files that it may read.
    pub allowed: Vec<PathBuf>,
    /// What it may use.
    pub limits: Limits,
}

impl Program {
    /// The program in a file; its folder is the file's.
    ///
    /// # Errors
    /// When there is no such folder; whether the file can be run is known when it is started.
    pub fn at(file: impl AsRef<Path>) -> Result<Self, Misdeed> {
        let missing = |_| Misdeed::Start(Unstarted::Missing(file.as_ref().to_owned()));
        // The file's own name is kept: a link may point to an interpreter that looks at its name.
        let file = std::path::absolute(file.as_ref()).map_err(missing)?;
        let folder = file.parent().unwrap_or(Path::new("/"));
        let folder = folder.canonicalize().map_err(missing)?;
        Ok(Self::command(vec![file.into_os_string()], folder))
    }

    /// What a player text names.
    ///
    /// # Errors
    /// When there is no such file, or the command is no line of words.
    pub fn of(named: &table::Program) -> Result<Self, Misdeed> {
        Self::seen_from(named, Path::new(""))
    }

    /// What a player text names, with its files looked for in `folder`; an empty one is where the
    /// house was started.
    ///
    /// # Errors
    /// When there is no such file, or the command is no line of words.
    pub fn seen_from(named: &table::Program, folder: &Path) -> Result<Self, Misdeed> {
        match named {
            table::Program::File(file) => Self::at(folder.join(file)),
            table::Program::Function { file, function } => {
                let mut program = Self::at(folder.join(file))?;
                let file = std::mem::take(&mut program.words);
                let runner = ["python3", "-c", CHOOSE].map(OsString::from);
                program.words = runner.into_iter().chain(file).collect();
                program.words.push(function.into());
                Ok(program)
            }
            table::Program::Command(command) => {
                let missing = || Misdeed::Start(Unstarted::Missing(command.into()));
                let words = shlex::split(command).filter(|words| !words.is_empty());
                let words = words.ok_or_else(missing)?.into_iter();
                let folder = if folder.as_os_str().is_empty() {
                    std::env::current_dir().map_err(|_| missing())?
                } else {
                    folder.to_owned()
                };
                Ok(Self::command(words.map(OsString::from).collect(), folder))
            }
        }
    }

    /// A command that runs in `folder`; its first word is looked for on the path, unless it has a slash.
    pub fn command(words: Vec<OsString>, folder: PathBuf) -> Self {
        Self {
            words,
            folder,
            allowed: Vec::new(),
            limits: Limits::default(),
        }
    }

    /// The file that the first word names.
    #[cfg(target_os = "linux")]
    pub(crate) fn file(&self) -> Result<PathBuf, Unstarted> {
        let word = self.words.first().map_or(Path::new(""), Path::new);
        let file = if word.components().count() > 1 || word.is_absolute() {
            Some(self.folder.join(word))
        } else {
            on_path(word)
        };
        file.ok_or_else(|| Unstarted::Missing(word.to_owned()))
    }
}

/// Where a word is on the path of the house.
#[cfg(target_os = "linux")]
pub(crate) fn on_path(word: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).map(|folder| folder.join(word));
    candidates.into_iter().find(|file| runnable(file))
}

/// Whether a file is there and marked as one that can be run.
#[cfg(target_os = "linux")]
pub(crate) fn runnable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
