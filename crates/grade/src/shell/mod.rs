//! Commands of a teacher, run in a cage among the files of a student.

mod dominos;
pub(crate) mod expected;
pub(crate) mod main_program;
mod puissance4;
pub(crate) mod story;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::{Cage, ProgramCommand, ProgramFailure, ProgramLine, ProgramProcess, TimeAllowance};
use table::Forfeit;

use crate::archive;
use crate::crash::{Crash, Raised};
use crate::submission::SubmissionError;

const SCRIPT: &str = include_str!("turns.sh");
/// Seconds of processor time that one process of a run may use.
pub(crate) const PROCESSOR: u32 = 5;
/// What all of them may use together, and how long they may sleep.
const RUNNING: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(3 * PROCESSOR as u64),
    asleep: Duration::from_secs(20),
};
/// Before the first run Java is compiled, and only a slow machine takes long.
const STARTING: TimeAllowance = TimeAllowance {
    processor: Duration::from_mins(1),
    ..RUNNING
};
const LONGEST_ANSWER: usize = 1 << 20;
const MEMORY: u64 = 768 << 20;
/// What is copied for a student's commands: files, their bytes together, and how deep.
const MOST_FILES: usize = 2000;
const MOST_BYTES: u64 = 64 << 20;
const DEEPEST: usize = 8;
/// What the kernel ends a process with that has used up its processor time.
const OUT_OF_TIME: [i32; 2] = [128 + 24, 128 + 9];

/// What one run came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ran {
    /// It ended by itself.
    Ended {
        code: i32,
        printed: String,
        /// The end of what it wrote to standard error.
        errors: String,
    },
    /// It used up its time.
    Hung,
    /// It ended its cage.
    Fell(ProgramFailure),
}

/// How a program fell that ended with another code than 0, by the last line of its complaint.
fn exited(code: i32, errors: &str) -> Crash {
    let last = errors.trim_end().lines().next_back();
    Crash::Raised(Raised {
        kind: format!("exit {code}"),
        text: last.unwrap_or_default().to_owned(),
        line: None,
    })
}

/// Where commands run.
pub(crate) struct Shell<'a> {
    cage: &'a Cage,
    /// A copy of what was handed in, and beside it what each run reads.
    home: tempfile::TempDir,
    compiled: bool,
    process: Option<ProgramProcess>,
    turns: usize,
}

impl<'a> Shell<'a> {
    /// A copy of the file, folder or archive at `path`, in which commands run; `compiled` makes
    /// classes of its Java files first.
    pub(crate) fn new(
        cage: &'a Cage,
        path: &Path,
        compiled: bool,
    ) -> Result<Self, SubmissionError> {
        let unreadable = |reason| SubmissionError::Unreadable {
            path: path.display().to_string(),
            reason,
        };
        let home = tempfile::tempdir().map_err(unreadable)?;
        let folder = home.path().join("devoir");
        fs::create_dir(&folder).map_err(unreadable)?;
        let mut room = Room::default();
        let unpacked = archive::is_archive(path)
            .then(|| archive::unpack(path))
            .transpose()?;
        let from = unpacked.as_ref().map_or(path, |it| it.path());
        let copied = room.copy(from, &folder, DEEPEST);
        if room.is_full() {
            return Err(SubmissionError::TooLarge(path.display().to_string()));
        }
        copied.map_err(unreadable)?;
        Ok(Self {
            cage,
            home,
            compiled,
            process: None,
            turns: 0,
        })
    }

    /// Runs a shell text that reads what is typed.
    pub(crate) fn run(&mut self, text: &str, typed: &str) -> io::Result<Ran> {
        self.turns += 1;
        let turn = self.home.path().join(format!("turn{}", self.turns));
        fs::create_dir(&turn)?;
        fs::write(turn.join("text"), text)?;
        fs::write(turn.join("typed"), typed)?;
        let heard = self.ask(&format!("{} {PROCESSOR}", turn.display()));
        fs::remove_dir_all(&turn)?;
        Ok(match heard {
            Ok(line) => read(&line).unwrap_or(Ran::Hung),
            Err(misdeed) => {
                self.process = None;
                match misdeed.forfeit() {
                    Forfeit::Time => Ran::Hung,
                    _ => Ran::Fell(misdeed),
                }
            }
        })
    }

    fn ask(&mut self, request: &str) -> Result<String, ProgramFailure> {
        let (mut process, patience) = match self.process.take() {
            Some(process) => (process, RUNNING),
            None => (self.start()?, STARTING),
        };
        let said = process.ask_with_allowance(request, patience)?.line;
        self.process = Some(process);
        Ok(match said {
            ProgramLine::Text(text) | ProgramLine::Unreadable { text, .. } => text,
        })
    }

    fn start(&self) -> Result<ProgramProcess, ProgramFailure> {
        let folder = self.home.path().join("devoir").into_os_string();
        let language = if self.compiled { "java" } else { "" };
        let mut words: Vec<_> = ["sh", "-c", SCRIPT, "turns.sh"].map(Into::into).to_vec();
        words.extend([folder, language.into()]);
        let mut program = ProgramCommand::new(words, self.home.path().to_owned());
        program.limits.line = LONGEST_ANSWER;
        program.limits.output = LONGEST_ANSWER;
        program.limits.memory = MEMORY;
        self.cage.start(&program)
    }
}

/// `code.printed.errors`, the texts by their bytes.
fn read(line: &str) -> Option<Ran> {
    let mut parts = line.split('.');
    let code: i32 = parts.next()?.parse().ok()?;
    let printed = text(parts.next()?)?;
    let errors = text(parts.next()?)?;
    if OUT_OF_TIME.contains(&code) {
        return Some(Ran::Hung);
    }
    Some(Ran::Ended {
        code,
        printed,
        errors,
    })
}

/// A text from its bytes in hexadecimal.
fn text(digits: &str) -> Option<String> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
    Some(String::from_utf8_lossy(&bytes?).replace("\r\n", "\n"))
}

/// How much was copied.
#[derive(Default)]
struct Room {
    files: usize,
    bytes: u64,
}

impl Room {
    fn is_full(&self) -> bool {
        self.files > MOST_FILES || self.bytes > MOST_BYTES
    }

    /// Copies a file or what is in a folder; a link could lead out of it and is left out.
    fn copy(&mut self, from: &Path, into: &Path, depth: usize) -> io::Result<()> {
        let data = fs::symlink_metadata(from)?;
        if data.is_file() {
            return self.copy_file(from, into, data.len());
        }
        if !data.is_dir() || depth == 0 {
            return Ok(());
        }
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let kind = entry.file_type()?;
            if kind.is_file() {
                self.copy(&entry.path(), into, depth)?;
            } else if kind.is_dir() {
                let inner: PathBuf = into.join(entry.file_name());
                fs::create_dir_all(&inner)?;
                self.copy(&entry.path(), &inner, depth - 1)?;
            }
            if self.is_full() {
                break;
            }
        }
        Ok(())
    }

    fn copy_file(&mut self, from: &Path, into: &Path, length: u64) -> io::Result<()> {
        self.files += 1;
        self.bytes += length;
        if !self.is_full() {
            fs::copy(from, into.join(from.file_name().unwrap_or_default()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_run_says_is_read_byte_by_byte() {
        let ended = Ran::Ended {
            code: 1,
            printed: "é\n".to_owned(),
            errors: String::new(),
        };
        assert_eq!(read("1.c3a90a."), Some(ended));
        assert_eq!(read("152..").as_ref(), Some(&Ran::Hung));
        assert_eq!(read("1.c3"), None);
    }
}
