//! What a program needs in order to run: its interpreters, through first lines, links and virtual environments.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};
use std::{env, io};

use crate::Program;
use crate::misdeed::Unstarted;
use crate::program::{on_path, runnable};

/// Interpreters of interpreters that are followed: the kernel follows four.
pub(crate) const DEPTH: usize = 6;
/// Links that are followed in one path: as many as the kernel follows.
const LINKS: usize = 40;

/// What a program may see of the machine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// Files and folders to read, without links in their paths.
    pub(crate) views: Vec<PathBuf>,
    /// Links on the way to them: where, and what it says.
    pub(crate) links: Vec<(PathBuf, PathBuf)>,
    /// Folders in front of the usual path.
    pub(crate) path: Vec<PathBuf>,
}

impl Needs {
    /// What every program may read of the system: programs, libraries, what loaders and runtimes ask for.
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
        let mut needs = Self::default();
        for path in SYSTEM.map(Path::new) {
            needs.add(path);
        }
        needs
    }

    /// What `program` needs, and the file to run; behind a fence its folder may not be a whole home.
    pub(crate) fn of(program: &Program, fenced: bool) -> Result<(PathBuf, Self), Unstarted> {
        let mut needs = Self::default();
        let folder = needs.own_folder(&program.folder)?;
        if fenced && home().is_some_and(|home| home.starts_with(&folder)) {
            return Err(Unstarted::Folder(folder));
        }
        for path in &program.allowed {
            needs.add(path);
        }
        let file = program.file()?;
        let file = shimmed(&file, &folder).unwrap_or(file);
        needs.chain(&file, &folder)?;
        Ok((file, needs))
    }

    /// A file or folder, with the links on the way; one that is not there is not needed.
    fn add(&mut self, path: &Path) {
        if let Ok(real) = self.trace(path)
            && real.exists()
        {
            self.views.push(real);
        }
    }

    fn own_folder(&mut self, folder: &Path) -> Result<PathBuf, Unstarted> {
        let missing = |_| Unstarted::Missing(folder.to_owned());
        let real = self.trace(folder).map_err(missing)?;
        if !real.is_dir() {
            return Err(Unstarted::Missing(folder.to_owned()));
        }
        self.views.push(real.clone());
        Ok(real)
    }

    /// Follows a program to the machine code that runs it.
    fn chain(&mut self, file: &Path, folder: &Path) -> Result<(), Unstarted> {
        let mut script = file.to_owned();
        let mut next = file.to_owned();
        for _ in 0..DEPTH {
            let real = self.executable(&next, &script)?;
            let real = self.behind_shim(real, folder);
            if !real.starts_with(folder) {
                self.views.extend(installation(&real));
            }
            match named_by(&real) {
                Named::MachineCode => return Ok(()),
                Named::Nothing => return Err(Unstarted::NoFormat(real)),
                Named::Interpreter(interpreter) => next = PathBuf::from(interpreter),
                Named::OnPath(word) => {
                    next = on_path(Path::new(&word)).ok_or_else(|| Unstarted::NoInterpreter {
                        script: real.clone(),
                        interpreter: word.to_string_lossy().into_owned(),
                    })?;
                    self.path.extend(next.parent().map(Path::to_owned));
                }
            }
            script = real;
        }
        Err(Unstarted::NoFormat(file.to_owned()))
    }

    /// The real path of something to run, or why it cannot be.
    fn executable(&mut self, file: &Path, script: &Path) -> Result<PathBuf, Unstarted> {
        let real = self.trace(file).ok().filter(|real| real.is_file());
        let Some(real) = real else {
            if file == script {
                return Err(Unstarted::Missing(file.to_owned()));
            }
            return Err(Unstarted::NoInterpreter {
                script: script.to_owned(),
                interpreter: file.display().to_string(),
            });
        };
        if runnable(&real) {
            Ok(real)
        } else {
            Err(Unstarted::NoRunBit(file.to_owned()))
        }
    }

    /// The interpreter behind a shim of pyenv: a script that looks for the version to run, in folders
    /// and with programs that a cage does not have.
    fn behind_shim(&mut self, file: PathBuf, folder: &Path) -> PathBuf {
        let Some(found) = shimmed(&file, folder) else {
            return file;
        };
        self.path
            .insert(0, found.parent().unwrap_or(&found).to_owned());
        self.trace(&found).unwrap_or(found)
    }

    /// The path without links; those on the way are kept, and the virtual environments they are in.
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
            self.views.push(root.to_owned());
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

/// The folders of the installation that a program outside the system belongs to.
///
/// `P/bin/x` belongs to `P`, unless that is where a person keeps everything.
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

/// Whether a folder holds more than one installation.
fn shared(prefix: &Path) -> bool {
    let home = home().unwrap_or_default();
    home.starts_with(prefix) || prefix == home.join(".local")
}

/// Where the shim `file` leads, if it is one.
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
    runnable(&found).then_some(found)
}

/// What the first bytes of a file say about who runs it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// The machine itself.
    MachineCode,
    /// The interpreter in this file.
    Interpreter(String),
    /// The interpreter of this name, which `env` looks for.
    OnPath(OsString),
    /// Nobody.
    Nothing,
}

pub(crate) fn named_by(file: &Path) -> Named {
    let mut start = Vec::new();
    let read = File::open(file).and_then(|file| file.take(256).read_to_end(&mut start));
    match read {
        Ok(_) => first_line(&start),
        Err(_) => Named::Nothing,
    }
}

fn first_line(start: &[u8]) -> Named {
    if start.starts_with(b"\x7fELF") {
        return Named::MachineCode;
    }
    let Some(line) = start.strip_prefix(b"#!") else {
        return Named::Nothing;
    };
    let line = line.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let line = String::from_utf8_lossy(line);
    let mut words = line.split_whitespace();
    let Some(interpreter) = words.next() else {
        return Named::Nothing;
    };
    let named = |word: &&str| !word.starts_with('-') && !word.contains('=');
    match words.find(named) {
        Some(word) if Path::new(interpreter).ends_with("env") => Named::OnPath(word.into()),
        _ => Named::Interpreter(interpreter.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_line_names_the_interpreter() {
        let on_path = |word: &str| Named::OnPath(word.into());
        let file = |path: &str| Named::Interpreter(path.to_owned());
        let cases: [(&[u8], Named); 8] = [
            (b"\x7fELF\x02\x01", Named::MachineCode),
            (b"#!/bin/sh\nexit", file("/bin/sh")),
            (b"#! /usr/bin/python3 -u\r\n", file("/usr/bin/python3")),
            (b"#!/usr/bin/env python3\n", on_path("python3")),
            (b"#!/usr/bin/env -S A=1 python3 -u\n", on_path("python3")),
            (b"#!/usr/bin/env\n", file("/usr/bin/env")),
            (b"#!\n", Named::Nothing),
            (b"print(1)\n", Named::Nothing),
        ];
        for (start, named) in cases {
            assert_eq!(first_line(start), named, "{}", start.escape_ascii());
        }
    }

    #[test]
    fn links_and_virtual_environment_are_followed() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        let environment = root.join("venv");
        fs::create_dir_all(environment.join("bin")).unwrap();
        fs::write(environment.join("pyvenv.cfg"), "").unwrap();
        symlink("/bin/sh", environment.join("bin/python")).unwrap();
        symlink("venv", root.join("current")).unwrap();
        let mut needs = Needs::default();
        let real = needs.trace(&root.join("current/bin/python")).unwrap();
        assert_eq!(real, Path::new("/bin/sh").canonicalize().unwrap());
        assert!(needs.views.contains(&environment));
        assert!(needs.links.contains(&(root.join("current"), "venv".into())));
    }

    #[test]
    fn installation_of_a_home_is_only_its_libraries() {
        let local = home().unwrap_or_default().join(".local");
        let file = local.join("bin/python3");
        assert_eq!(installation(&file), [file.clone(), local.join("lib")]);
        let other = Path::new("/opt/python/bin/python3");
        assert_eq!(installation(other), [Path::new("/opt/python")]);
    }
}
