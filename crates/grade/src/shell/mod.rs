//! `CommandShell`: a teacher's shell commands, run in the sandbox on a copy of the submission.

pub(crate) mod main_program;
mod printed_game;
pub(crate) mod teacher_tests;

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use sandbox::{Cage, ProgramProcess, TimeAllowance};

use crate::archive;
use crate::callable::{CallReply, ask_for_reply, runner_command};
use crate::crash::{CodeCrash, RaisedException};
use crate::paper_deadline::PaperDeadline;
use crate::submission::SubmissionError;

pub(crate) use printed_game::{PrintedGameRules, RuleViolation};

const SCRIPT: &str = include_str!("commands.sh");
/// Seconds of processor time that one process of a command may use.
const PROCESSOR_SECONDS: u32 = 5;
/// Time that all processes of a command may use together, on the processor and asleep.
const RUNNING: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(3 * PROCESSOR_SECONDS as u64),
    asleep: Duration::from_secs(20),
};
/// Time for the first command, before which Java files are compiled.
const STARTING: TimeAllowance = TimeAllowance {
    processor: Duration::from_mins(1),
    ..RUNNING
};
/// Maximum length of one answer line, in bytes: the printed text in hexadecimal.
const LONGEST_ANSWER: usize = 1 << 20;
/// Memory of all processes together, in bytes.
const MEMORY: u64 = 768 << 20;
const MOST_FILES: usize = 2000;
/// Maximum size of the copied files together, in bytes.
const MOST_BYTES: u64 = 64 << 20;
/// Levels of folders that are copied.
const DEEPEST: usize = 8;
/// Exit codes of a process that the kernel killed by SIGXCPU or SIGKILL at its time limit.
const OUT_OF_TIME: [i32; 2] = [128 + 24, 128 + 9];

#[derive(Clone, Debug, PartialEq, Eq)]
enum CommandRun {
    Exited {
        code: i32,
        printed: String,
        /// The last 2,000 bytes of standard error.
        errors: String,
    },
    /// The command exceeded its time limit.
    Hung,
    /// The command ended the shell, exceeded another limit or wrote into the shell's answers, or the time
    /// of all commands is over.
    Crashed(CodeCrash),
}

/// The crash of a program with an exit code other than 0, explained by the last line of its errors.
fn exit_crash(code: i32, errors: &str) -> CodeCrash {
    let last = errors.trim_end().lines().next_back();
    RaisedException::new(format!("exit {code}"), last.unwrap_or_default(), None).into()
}

/// A sandboxed shell in the folder of one submission.
struct CommandShell<'a> {
    cage: &'a Cage,
    /// Folder with a copy of the submission and, beside it, the files of the running command.
    home: tempfile::TempDir,
    /// Whether Java files are compiled before the first command.
    compiles: bool,
    /// The running shell; `None` before the first command and after one that ended it.
    process: Option<ProgramProcess>,
    commands: usize,
    /// Time that all commands may use together.
    deadline: PaperDeadline,
}

impl<'a> CommandShell<'a> {
    /// Copies the file, folder or archive at `path`; `compiles` asks for its Java files to be compiled.
    /// At most `commands` commands will be run.
    fn new(
        cage: &'a Cage,
        path: &Path,
        compiles: bool,
        commands: usize,
    ) -> Result<Self, SubmissionError> {
        let unreadable = |reason| SubmissionError::unreadable(path, reason);
        let home = tempfile::tempdir().map_err(unreadable)?;
        let folder = home.path().join("devoir");
        fs::create_dir(&folder).map_err(unreadable)?;
        let mut copier = FolderCopier::default();
        let unpacked = archive::unpack(path)?;
        let from = unpacked.as_ref().map_or(path, |it| it.path());
        let copied = copier.copy(from, &folder, DEEPEST);
        if copier.is_full() {
            return Err(SubmissionError::TooLarge(path.display().to_string()));
        }
        copied.map_err(unreadable)?;
        Ok(Self {
            cage,
            home,
            compiles,
            process: None,
            commands: 0,
            deadline: PaperDeadline::for_commands(commands),
        })
    }

    /// Runs a shell script with `typed` as its standard input.
    fn run(&mut self, script: &str, typed: &str) -> io::Result<CommandRun> {
        self.commands += 1;
        let folder = self.home.path().join(format!("command{}", self.commands));
        fs::create_dir(&folder)?;
        fs::write(folder.join("script"), script)?;
        fs::write(folder.join("typed"), typed)?;
        let answer = self.ask(&format!("{} {PROCESSOR_SECONDS}", folder.display()));
        fs::remove_dir_all(&folder)?;
        Ok(match answer.map_err(CallReply::from) {
            Ok(run) => run,
            Err(CallReply::Crashed(crash)) => CommandRun::Crashed(crash),
            Err(_) => CommandRun::Hung,
        })
    }

    /// Asks the running shell, or a new one; after a failure it is not asked again.
    fn ask(&mut self, request: &str) -> Result<CommandRun, CodeCrash> {
        let (mut process, limits) = match self.process.take() {
            Some(process) => (process, RUNNING),
            None => (self.start()?, STARTING),
        };
        let answer = ask_for_reply(&mut process, request, limits, &self.deadline)?;
        let run = parse_answer(&answer).ok_or(CodeCrash::Unreadable)?;
        self.process = Some(process);
        Ok(run)
    }

    fn start(&self) -> Result<ProgramProcess, CodeCrash> {
        let folder = self.home.path().join("devoir").into_os_string();
        let language = if self.compiles { "java" } else { "" };
        let mut words: Vec<_> = ["sh", "-c", SCRIPT, "commands.sh"].map(Into::into).to_vec();
        words.extend([folder, language.into()]);
        let mut program = runner_command(words, self.home.path(), LONGEST_ANSWER);
        program.limits.memory = MEMORY;
        Ok(self.cage.start(&program)?)
    }
}

/// Parses `code.printed.errors`, where both texts are in hexadecimal.
fn parse_answer(line: &str) -> Option<CommandRun> {
    let mut parts = line.split('.');
    let code: i32 = parts.next()?.parse().ok()?;
    let printed = decoded(parts.next()?)?;
    let errors = decoded(parts.next()?)?;
    if OUT_OF_TIME.contains(&code) {
        return Some(CommandRun::Hung);
    }
    Some(CommandRun::Exited {
        code,
        printed,
        errors,
    })
}

fn decoded(digits: &str) -> Option<String> {
    let bytes = hex::decode(digits).ok()?;
    Some(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
}

/// Copies folders and counts what it copied.
#[derive(Default)]
struct FolderCopier {
    files: usize,
    bytes: u64,
}

impl FolderCopier {
    fn is_full(&self) -> bool {
        self.files > MOST_FILES || self.bytes > MOST_BYTES
    }

    /// Copies a file, or a folder `depth` levels deep. Links are skipped: one could point outside.
    fn copy(&mut self, from: &Path, into: &Path, depth: usize) -> io::Result<()> {
        let data = fs::symlink_metadata(from)?;
        if data.is_file() {
            self.files += 1;
            self.bytes += data.len();
            if !self.is_full() {
                fs::copy(from, into.join(from.file_name().unwrap_or_default()))?;
            }
        } else if data.is_dir() && depth > 0 {
            for entry in fs::read_dir(from)? {
                let entry = entry?;
                let mut inner = into.to_owned();
                if entry.file_type()?.is_dir() {
                    inner.push(entry.file_name());
                    fs::create_dir_all(&inner)?;
                }
                self.copy(&entry.path(), &inner, depth - 1)?;
                if self.is_full() {
                    break;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_of_the_script_is_parsed() {
        let ended = CommandRun::Exited {
            code: 1,
            printed: "é\n".to_owned(),
            errors: String::new(),
        };
        assert_eq!(parse_answer("1.c3a90a."), Some(ended));
        assert_eq!(parse_answer("152.."), Some(CommandRun::Hung));
        assert_eq!(parse_answer("1.c3"), None);
    }
}
