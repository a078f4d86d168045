//! The command line that starts a program, its folder and its limits.

use std::ffi::OsString;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use table::{Player, Program, Who};

use crate::ProgramLimits;
use crate::program_failure::{ProgramFailure, StartFailure};

/// The Python script that plays with one function of a student's file. It is run with the file and
/// the function's name as arguments, or imported for its `Seat` class.
pub const CHOOSE_SCRIPT: &str = include_str!("choose.py");

/// A program that can be started any number of times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramCommand {
    /// The executable and its arguments; no shell interprets them.
    pub words: Vec<OsString>,
    /// The program's working folder, which it may read.
    pub folder: PathBuf,
    /// Other folders and files that the program may read.
    pub allowed: Vec<PathBuf>,
    /// Files that the program may not read, although they are in its folder: paths without links.
    pub hidden: Vec<PathBuf>,
    /// The resources that the program may use.
    pub limits: ProgramLimits,
}

impl ProgramCommand {
    /// A command that runs in `folder`. A first word without a slash is searched on the `PATH`.
    pub fn new(words: Vec<OsString>, folder: PathBuf) -> Self {
        Self {
            words,
            folder,
            allowed: Vec::new(),
            hidden: Vec::new(),
            limits: ProgramLimits::default(),
        }
    }

    /// The executable file `file`, run in the folder that holds it, which must exist. A missing or
    /// non-executable file fails when it is started.
    pub fn from_file(file: impl AsRef<Path>) -> Result<Self, ProgramFailure> {
        let missing = |_| ProgramFailure::Start(StartFailure::Missing(file.as_ref().to_owned()));
        // The file's own name is kept: a link may point to an interpreter that looks at its name.
        let file = std::path::absolute(file.as_ref()).map_err(missing)?;
        let folder = file.parent().unwrap_or(Path::new("/"));
        let folder = folder.canonicalize().map_err(missing)?;
        Ok(Self::new(vec![file.into_os_string()], folder))
    }

    /// The program that a player text names. Relative files are searched in `folder`; empty means
    /// the current one. Fails when the file's folder does not exist, or a command cannot be split
    /// into words.
    pub fn from_named(named: &Program, folder: &Path) -> Result<Self, ProgramFailure> {
        match named {
            Program::File(file) => Self::from_file(folder.join(file)),
            Program::Function { file, function } => {
                let mut command = Self::from_file(folder.join(file))?;
                let file = std::mem::take(&mut command.words);
                let python = ["python3", "-c", CHOOSE_SCRIPT].map(OsString::from);
                command.words = python.into_iter().chain(file).collect();
                command.words.push(function.into());
                Ok(command)
            }
            Program::Command(line) => {
                let missing = || ProgramFailure::Start(StartFailure::Missing(line.into()));
                let words = shlex::split(line).filter(|words| !words.is_empty());
                let words = words.ok_or_else(missing)?.into_iter();
                let folder = if folder.as_os_str().is_empty() {
                    std::env::current_dir().map_err(|_| missing())?
                } else {
                    folder.to_owned()
                };
                Ok(Self::new(words.map(OsString::from).collect(), folder))
            }
        }
    }

    /// The same command with the memory limit of a player text and more readable folders.
    #[must_use]
    pub fn with_player_limits(mut self, player: &Player, allowed: &[PathBuf]) -> Self {
        self.allowed.extend_from_slice(allowed);
        if let Some(memory) = player.terms.memory {
            self.limits.memory = memory;
        }
        self
    }

    /// Hides files from the program, but not those of its own command.
    pub fn hide(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        let own = self.own_files();
        let others = files.into_iter().filter(|file| !own.contains(file));
        self.hidden.extend(others);
    }

    /// The files in the program's folder that its command names.
    pub(crate) fn own_files(&self) -> Vec<PathBuf> {
        let file = |word: &OsString| {
            let file = self.folder.join(word).canonicalize().ok()?;
            (file.is_file() && file.starts_with(&self.folder)).then_some(file)
        };
        self.words.iter().filter_map(file).collect()
    }

    /// The file that the first word names.
    pub(crate) fn file(&self) -> Result<PathBuf, StartFailure> {
        let word = self.words.first().map_or(Path::new(""), Path::new);
        let file = if word.components().count() > 1 || word.is_absolute() {
            Some(self.folder.join(word))
        } else {
            on_path(word)
        };
        file.ok_or_else(|| StartFailure::Missing(word.to_owned()))
    }
}

/// The command of a player's program, or its failure; `None` when the player is not a program.
pub fn command_for_player(
    player: &Player,
    allowed: &[PathBuf],
) -> Option<Result<ProgramCommand, ProgramFailure>> {
    let Who::Program(named) = &player.who else {
        return None;
    };
    let command = ProgramCommand::from_named(named, Path::new(""));
    Some(command.map(|command| command.with_player_limits(player, allowed)))
}

/// The first executable file named `word` on the `PATH`.
pub(crate) fn on_path(word: &Path) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let candidates = std::env::split_paths(&path).map(|folder| folder.join(word));
    candidates.into_iter().find(|file| is_executable(file))
}

/// Tests for a regular file with an execute permission.
pub(crate) fn is_executable(file: &Path) -> bool {
    file.metadata()
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}
