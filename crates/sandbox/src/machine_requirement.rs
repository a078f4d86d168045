//! The interpreters and processor that a program requires of the machine that runs it.
//!
//! Computed on the machine that holds the program, tested on a worker that may run it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::ProgramCommand;
use crate::program_command::{is_executable, on_path};
use crate::program_files::{DEPTH, FileRunner, file_runner};

/// Maximum length in bytes of a requirement's text.
const LONGEST: usize = 200;

/// Something without which a program does not start on a machine.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MachineRequirement {
    /// A command of this name on the `PATH`.
    OnPath(String),
    /// An executable file with this path.
    At(PathBuf),
    /// A processor of this family, for machine code.
    Machine(String),
}

impl fmt::Display for MachineRequirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OnPath(word) => f.write_str(word),
            Self::At(path) => write!(f, "{}", path.display()),
            Self::Machine(family) => write!(f, "machine {family}"),
        }
    }
}

impl MachineRequirement {
    /// Parses a command name, an absolute path or `machine FAMILY`; `None` for other texts.
    pub fn parse(text: &str) -> Option<Self> {
        if text.is_empty() || text.len() > LONGEST || text.contains(char::is_control) {
            return None;
        }
        if let Some(family) = text.strip_prefix("machine ") {
            return Some(Self::Machine(family.to_owned()));
        }
        if text.starts_with('/') {
            return Some(Self::At(text.into()));
        }
        (!text.contains('/')).then(|| Self::OnPath(text.to_owned()))
    }

    /// The requirement of `command` outside its folder; `None` for a file that no machine can run.
    pub fn for_command(command: &ProgramCommand) -> Option<Self> {
        let word = command.words.first().map_or(Path::new(""), Path::new);
        if word.components().count() == 1 && !word.is_absolute() {
            return Some(Self::OnPath(word.to_string_lossy().into_owned()));
        }
        Self::for_file(command.folder.join(word), &command.folder)
    }

    /// Follows `#!` lines until one leads out of the folder.
    fn for_file(mut file: PathBuf, folder: &Path) -> Option<Self> {
        for _ in 0..DEPTH {
            if !file.starts_with(folder) {
                return Some(Self::At(file));
            }
            match file_runner(&file) {
                FileRunner::MachineCode => {
                    return Some(Self::Machine(std::env::consts::ARCH.to_owned()));
                }
                FileRunner::OnPath(word) => {
                    return Some(Self::OnPath(word.to_string_lossy().into_owned()));
                }
                FileRunner::Interpreter(interpreter) => file = folder.join(interpreter),
                FileRunner::Nothing => break,
            }
        }
        None
    }

    /// Tests whether this machine meets the requirement.
    pub fn is_met(&self) -> bool {
        match self {
            Self::OnPath(word) => on_path(Path::new(word)).is_some(),
            Self::At(path) => is_executable(path),
            Self::Machine(family) => family == std::env::consts::ARCH,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_script_requires_the_interpreter_of_its_first_line() {
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
            let command =
                ProgramCommand::new(vec![file.into_os_string()], folder.path().to_owned());
            let found: Vec<String> = MachineRequirement::for_command(&command)
                .iter()
                .map(MachineRequirement::to_string)
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn requirements_parse_back_and_other_texts_are_refused() {
        for text in ["python3", "/usr/bin/python3", "machine x86_64"] {
            let requirement = MachineRequirement::parse(text).unwrap();
            assert_eq!(requirement.to_string(), text);
        }
        for text in ["", "a/b", "a\nb", &"x".repeat(LONGEST + 1)] {
            assert_eq!(MachineRequirement::parse(text), None, "{text:?}");
        }
        assert!(MachineRequirement::OnPath("sh".to_owned()).is_met());
        assert!(!MachineRequirement::OnPath("no such interpreter".to_owned()).is_met());
    }
}
