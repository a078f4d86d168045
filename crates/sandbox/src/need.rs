//! What a program takes of the machine that runs it: said where the program is, asked where it goes.

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::Program;

/// The longest text of a need: no interpreter has a longer name.
const LONGEST: usize = 200;

/// Something of a machine without which a program does not start there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Need {
    /// A command of that name on the path.
    OnPath(String),
    /// A command in that place.
    At(PathBuf),
    /// A processor of that family, for machine code.
    Machine(String),
}

/// A text that is no [`Need`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0:?} is nothing that a machine has")]
pub struct UnknownNeed(pub String);

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnPath(word) => f.write_str(word),
            Self::At(path) => write!(f, "{}", path.display()),
            Self::Machine(family) => write!(f, "machine {family}"),
        }
    }
}

impl FromStr for Need {
    type Err = UnknownNeed;

    fn from_str(text: &str) -> Result<Self, UnknownNeed> {
        let unknown = || UnknownNeed(text.chars().take(LONGEST).collect());
        if text.is_empty() || text.len() > LONGEST || text.contains(char::is_control) {
            return Err(unknown());
        }
        if let Some(family) = text.strip_prefix("machine ") {
            return Ok(Self::Machine(family.to_owned()));
        }
        if text.starts_with('/') {
            return Ok(Self::At(text.into()));
        }
        if text.contains('/') {
            return Err(unknown());
        }
        Ok(Self::OnPath(text.to_owned()))
    }
}

impl Need {
    /// What `program` takes beside its own folder. A file that nothing runs takes nothing: it falls
    /// wherever it is started.
    pub fn of(program: &Program) -> BTreeSet<Self> {
        let word = program.words.first().map_or(Path::new(""), Path::new);
        if word.components().count() == 1 && !word.is_absolute() {
            return BTreeSet::from([Self::OnPath(word.to_string_lossy().into_owned())]);
        }
        system::needs(&program.folder.join(word), &program.folder)
    }

    /// Whether this machine has it.
    pub fn is_here(&self) -> bool {
        match self {
            Self::OnPath(word) => system::on_path(Path::new(word)),
            Self::At(path) => system::runnable(path),
            Self::Machine(family) => family == std::env::consts::ARCH,
        }
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::Need;
    use crate::interpreter::{DEPTH, Named, named_by};
    pub(super) use crate::program::runnable;

    /// Follows first lines until one leads out of the folder.
    pub(super) fn needs(file: &Path, folder: &Path) -> BTreeSet<Need> {
        let mut file = file.to_owned();
        for _ in 0..DEPTH {
            if !file.starts_with(folder) {
                return BTreeSet::from([Need::At(file)]);
            }
            match named_by(&file) {
                Named::MachineCode => {
                    return BTreeSet::from([Need::Machine(std::env::consts::ARCH.to_owned())]);
                }
                Named::OnPath(word) => {
                    return BTreeSet::from([Need::OnPath(word.to_string_lossy().into_owned())]);
                }
                Named::Interpreter(interpreter) => file = folder.join(interpreter),
                Named::Nothing => break,
            }
        }
        BTreeSet::new()
    }

    pub(super) fn on_path(word: &Path) -> bool {
        crate::program::on_path(word).is_some()
    }
}

/// Nothing is started here.
#[cfg(not(target_os = "linux"))]
mod system {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::Need;

    pub(super) fn needs(_: &Path, _: &Path) -> BTreeSet<Need> {
        BTreeSet::new()
    }

    pub(super) fn on_path(_: &Path) -> bool {
        false
    }

    pub(super) fn runnable(_: &Path) -> bool {
        false
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_script_takes_what_its_first_line_names() {
        let folder = tempfile::tempdir().unwrap();
        let own = folder.path().join("own");
        let arch = std::env::consts::ARCH;
        let cases = [
            ("#!/usr/bin/env python3\n", vec!["python3".to_owned()]),
            ("#!/opt/lua/bin/lua\n", vec!["/opt/lua/bin/lua".to_owned()]),
            ("\x7fELF", vec![format!("machine {arch}")]),
            (
                &*format!("#!{}\n", own.display()),
                vec!["/bin/sh".to_owned()],
            ),
            ("print(1)\n", vec![]),
        ];
        fs::write(&own, "#!/bin/sh\n").unwrap();
        for (text, expected) in cases {
            let file = folder.path().join("bot");
            fs::write(&file, text).unwrap();
            let program = Program::command(vec![file.into_os_string()], folder.path().to_owned());
            let needs: Vec<String> = Need::of(&program).iter().map(Need::to_string).collect();
            assert_eq!(needs, expected, "{text}");
        }
    }

    #[test]
    fn needs_read_back_and_anything_else_is_none() {
        for text in ["python3", "/usr/bin/python3", "machine x86_64"] {
            assert_eq!(text.parse::<Need>().unwrap().to_string(), text);
        }
        for text in ["", "a/b", "a\nb", &"x".repeat(LONGEST + 1)] {
            assert!(text.parse::<Need>().is_err(), "{text:?}");
        }
        assert!(Need::OnPath("sh".to_owned()).is_here());
        assert!(!Need::OnPath("no such interpreter".to_owned()).is_here());
    }
}
