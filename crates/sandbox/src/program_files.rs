//! The files that a program must read to run: interpreters, through `#!` lines, links and virtual
//! environments.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::{env, io};

use crate::ProgramCommand;
use crate::program_command::{is_executable, on_path};
use crate::program_failure::StartFailure;

/// Number of interpreters of interpreters that are followed; the kernel follows four.
pub(crate) const DEPTH: usize = 6;
/// Number of links that are followed in one path, as in the kernel.
const LINKS: usize = 40;

/// The files of the machine that a program may read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ProgramFiles {
    /// Files and folders that the program may read, given by paths without links.
    pub(crate) readable: Vec<PathBuf>,
    /// Symbolic links on the way to `readable`: the link's path and its target.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
    /// Folders that come before the usual ones on the program's `PATH`.
    pub(crate) path: Vec<PathBuf>,
}

impl ProgramFiles {
    /// The files that every program may read: executables, libraries, settings of runtimes.
    pub(crate) fn system() -> Self {
        const SYSTEM: [&str; 19] = [
            "/usr",
            "/bin",
            "/sbin",
            "/lib",
            "/lib32",
            "/lib64",
            "/nix/store",
            "/gnu/store",
            "/etc/alternatives",
            "/etc/ld.so.cache",
            "/etc/ld.so.conf",
            "/etc/ld.so.conf.d",
            "/etc/ld.so.preload",
            "/etc/localtime",
            "/etc/mime.types",
            "/etc/ssl/openssl.cnf",
            "/etc/java-11-openjdk",
            "/etc/java-17-openjdk",
            "/etc/java-21-openjdk",
        ];
        let mut files = Self::default();
        for path in SYSTEM.map(Path::new) {
            files.add(path);
        }
        files
    }

    /// The executable of a command and the files that it needs. Where the cage hides files, the
    /// command's folder may not be the home folder or above it.
    pub(crate) fn for_command(
        program: &ProgramCommand,
        hides_files: bool,
    ) -> Result<(PathBuf, Self), StartFailure> {
        let mut files = Self::default();
        let folder = files.own_folder(&program.folder)?;
        if hides_files && home().is_some_and(|home| home.starts_with(&folder)) {
            return Err(StartFailure::Folder(folder));
        }
        for path in &program.allowed {
            files.add(path);
        }
        let file = program.file()?;
        let file = shimmed(&file, &folder).unwrap_or(file);
        files.chain(&file, &folder)?;
        Ok((file, files))
    }

    /// Adds a file or folder, with the links on the way; a missing one is left out.
    fn add(&mut self, path: &Path) {
        if let Ok(real) = self.trace(path)
            && real.exists()
        {
            self.readable.push(real);
        }
    }

    fn own_folder(&mut self, folder: &Path) -> Result<PathBuf, StartFailure> {
        let missing = |_| StartFailure::Missing(folder.to_owned());
        let real = self.trace(folder).map_err(missing)?;
        if !real.is_dir() {
            return Err(StartFailure::Missing(folder.to_owned()));
        }
        self.readable.push(real.clone());
        Ok(real)
    }

    /// Adds each interpreter from the file to the machine code that runs it.
    fn chain(&mut self, file: &Path, folder: &Path) -> Result<(), StartFailure> {
        let mut script = file.to_owned();
        let mut next = file.to_owned();
        for _ in 0..DEPTH {
            let real = self.executable(&next, &script)?;
            let real = self.behind_shim(real, folder);
            if !real.starts_with(folder) {
                self.readable.extend(installation(&real));
            }
            match file_runner(&real) {
                FileRunner::MachineCode => return Ok(()),
                FileRunner::Nothing => return Err(StartFailure::NoFormat(real)),
                FileRunner::Interpreter(interpreter) => next = PathBuf::from(interpreter),
                FileRunner::OnPath(word) => {
                    next =
                        on_path(Path::new(&word)).ok_or_else(|| StartFailure::NoInterpreter {
                            script: real.clone(),
                            interpreter: word.to_string_lossy().into_owned(),
                        })?;
                    self.path.extend(next.parent().map(Path::to_owned));
                }
            }
            script = real;
        }
        Err(StartFailure::NoFormat(file.to_owned()))
    }

    /// The path without links of an executable file.
    fn executable(&mut self, file: &Path, script: &Path) -> Result<PathBuf, StartFailure> {
        let real = self.trace(file).ok().filter(|real| real.is_file());
        let Some(real) = real else {
            if file == script {
                return Err(StartFailure::Missing(file.to_owned()));
            }
            return Err(StartFailure::NoInterpreter {
                script: script.to_owned(),
                interpreter: file.display().to_string(),
            });
        };
        if is_executable(&real) {
            Ok(real)
        } else {
            Err(StartFailure::NoRunBit(file.to_owned()))
        }
    }

    /// The interpreter behind a pyenv shim. The shim itself is a script that searches for a version in
    /// folders that a cage does not have.
    fn behind_shim(&mut self, file: PathBuf, folder: &Path) -> PathBuf {
        let Some(found) = shimmed(&file, folder) else {
            return file;
        };
        self.path
            .insert(0, found.parent().unwrap_or(&found).to_owned());
        self.trace(&found).unwrap_or(found)
    }

    /// The path without links. Adds the links on the way, and the virtual environments they are in.
    fn trace(&mut self, path: &Path) -> io::Result<PathBuf> {
        let path = std::path::absolute(path)?;
        let mut left: VecDeque<OsString> = names(&path);
        let mut real = PathBuf::from("/");
        let mut links = 0;
        while let Some(name) = left.pop_front() {
            if name == ".." {
                real.pop();
                continue;
            }
            let here = real.join(&name);
            let Ok(target) = fs::read_link(&here) else {
                real = here;
                continue;
            };
            links += 1;
            if links > LINKS {
                return Err(io::Error::from(io::ErrorKind::InvalidInput));
            }
            self.link(&here, &target);
            if target.is_absolute() {
                real = PathBuf::from("/");
            }
            for name in names(&target).into_iter().rev() {
                left.push_front(name);
            }
        }
        Ok(real)
    }

    fn link(&mut self, here: &Path, target: &Path) {
        self.links.push((here.to_owned(), target.to_owned()));
        let environment = here.parent().and_then(Path::parent);
        if let Some(root) = environment.filter(|root| root.join("pyvenv.cfg").is_file()) {
            self.readable.push(root.to_owned());
        }
    }
}

fn names(path: &Path) -> VecDeque<OsString> {
    let name = |part: Component<'_>| match part {
        Component::Normal(name) => Some(name.to_owned()),
        Component::ParentDir => Some("..".into()),
        Component::CurDir | Component::RootDir | Component::Prefix(_) => None,
    };
    path.components().filter_map(name).collect()
}

fn home() -> Option<PathBuf> {
    env::home_dir().filter(|home| home.is_absolute())
}

/// The installation of an executable: `P/bin/x` is in `P`, unless `P` holds other things too.
fn installation(file: &Path) -> Vec<PathBuf> {
    let parent = file.parent();
    let prefix = parent
        .filter(|parent| parent.ends_with("bin"))
        .and_then(Path::parent);
    match prefix {
        Some(prefix) if !shared(prefix) => vec![prefix.to_owned()],
        Some(prefix) => vec![file.to_owned(), prefix.join("lib")],
        None => vec![file.to_owned()],
    }
}

/// Tests for a folder that holds more than one installation: a home, a folder above it, `~/.local`.
fn shared(prefix: &Path) -> bool {
    let home = home().unwrap_or_default();
    home.starts_with(prefix) || prefix == home.join(".local")
}

/// The executable that a pyenv shim leads to; `None` when `file` is no shim.
fn shimmed(file: &Path, folder: &Path) -> Option<PathBuf> {
    let shims = file.parent().filter(|parent| parent.ends_with("shims"))?;
    let root = shims.parent()?;
    let name = file.file_name()?;
    let first_line = |file: PathBuf| {
        let text = fs::read_to_string(file).ok()?;
        text.lines().next().map(|line| line.trim().to_owned())
    };
    let version = env::var("PYENV_VERSION").ok();
    let version = version
        .or_else(|| {
            folder
                .ancestors()
                .find_map(|above| first_line(above.join(".python-version")))
        })
        .or_else(|| first_line(root.join("version")))?;
    let found = root.join("versions").join(version).join("bin").join(name);
    is_executable(&found).then_some(found)
}

/// The way a file is run, as its first bytes say.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum FileRunner {
    MachineCode,
    /// The `#!` line names this interpreter file.
    Interpreter(String),
    /// The `#!` line names `env`, which searches this name on the `PATH`.
    OnPath(OsString),
    Nothing,
}

pub(crate) fn file_runner(file: &Path) -> FileRunner {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(256).read_to_end(&mut start));
    match read {
        Ok(_) => first_line(&start),
        Err(_) => FileRunner::Nothing,
    }
}

fn first_line(start: &[u8]) -> FileRunner {
    if start.starts_with(b"\x7fELF") {
        return FileRunner::MachineCode;
    }
    let Some(line) = start.strip_prefix(b"#!") else {
        return FileRunner::Nothing;
    };
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let Some(interpreter) = words.next() else {
        return FileRunner::Nothing;
    };
    let named = |word: &&str| !word.starts_with('-') && !word.contains('=');
    match words.find(named) {
        Some(word) if Path::new(interpreter).ends_with("env") => FileRunner::OnPath(word.into()),
        _ => FileRunner::Interpreter(interpreter.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_line_names_the_interpreter() {
        let on_path = |word: &str| FileRunner::OnPath(word.into());
        let file = |path: &str| FileRunner::Interpreter(path.to_owned());
        let cases: [(&[u8], FileRunner); 8] = [
            (b"\x7fELF\x02\x01", FileRunner::MachineCode),
            (b"#!/bin/sh\nexit", file("/bin/sh")),
            (b"#! /usr/bin/python3 -u\r\n", file("/usr/bin/python3")),
            (b"#!/usr/bin/env python3\n", on_path("python3")),
            (b"#!/usr/bin/env -S A=1 python3 -u\n", on_path("python3")),
            (b"#!/usr/bin/env\n", file("/usr/bin/env")),
            (b"#!\n", FileRunner::Nothing),
            (b"print(1)\n", FileRunner::Nothing),
        ];
        for (start, named) in cases {
            assert_eq!(first_line(start), named, "{}", start.escape_ascii());
        }
    }

    #[test]
    fn links_and_virtual_environments_are_followed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let environment = root.join("venv");
        fs::create_dir_all(environment.join("bin")).unwrap();
        fs::write(environment.join("pyvenv.cfg"), "").unwrap();
        symlink("/bin/sh", environment.join("bin/python")).unwrap();
        symlink("venv", root.join("current")).unwrap();
        let mut files = ProgramFiles::default();
        let real = files.trace(&root.join("current/bin/python")).unwrap();
        assert_eq!(real, Path::new("/bin/sh").canonicalize().unwrap());
        assert!(files.readable.contains(&environment));
        assert!(files.links.contains(&(root.join("current"), "venv".into())));
    }

    #[test]
    fn an_executable_under_a_home_may_read_only_its_libraries() {
        let local = home().unwrap_or_default().join(".local");
        let file = local.join("bin/python3");
        assert_eq!(installation(&file), [file.clone(), local.join("lib")]);
        let other = Path::new("/opt/python/bin/python3");
        assert_eq!(installation(other), [Path::new("/opt/python")]);
    }
}
