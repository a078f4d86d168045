//! The compiler: files in, a program out, in a cage in which none of the student's code runs.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sandbox::TimeAllowance;

use super::patched_sources::{CompilerMessage, PatchedSources};
use super::process::ask;
use super::reply::bytes;
use crate::{CodeCrash, GradingTask, runner_command};

const SCRIPT: &str = include_str!("compile.sh");
/// Maximum length of the compiler's answer, in bytes: two digits for each byte of the program.
const LONGEST_ANSWER: usize = 16 << 20;
/// Maximum size of a file that the compiler writes, in bytes.
const LARGEST_FILE: u64 = 16 << 20;
/// Time to compile once. The shell sleeps while the compiler runs, so that `asleep` says nothing.
const LIMITS: TimeAllowance = TimeAllowance {
    processor: Duration::from_secs(20),
    asleep: Duration::from_mins(2),
};
/// Number of errors that are removed before the files count as impossible to compile.
const MOST_REMOVED_ERRORS: usize = 40;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundsCheck {
    Off,
    On,
}

#[derive(Debug)]
pub(super) enum CompileFailure {
    /// `gfortran` is not installed.
    Missing,
    /// The sandbox failed or ended the compiler.
    Ended(CodeCrash),
    /// Nothing is left that can be compiled; the text is the compiler's output.
    Failed(String),
    Io(std::io::Error),
}

/// Compiles the files, and removes code that does not compile until the rest does. Returns the
/// program's file in the folder `home`.
pub(super) fn compile(
    task: GradingTask<'_>,
    home: &Path,
    sources: &mut PatchedSources,
    bounds: BoundsCheck,
) -> Result<PathBuf, CompileFailure> {
    for _ in 0..MOST_REMOVED_ERRORS {
        let answer = run_compiler(task, home, sources, bounds)?;
        if answer == "missing" {
            return Err(CompileFailure::Missing);
        }
        let unreadable = || CompileFailure::Ended(CodeCrash::Unreadable);
        let (errors, program) = read_answer(&answer).ok_or_else(unreadable)?;
        if let Some(program) = program {
            let file = home.join("devoir");
            fs::write(&file, program).map_err(CompileFailure::Io)?;
            return Ok(file);
        }
        match first_error(&errors) {
            Some(error) if sources.remove_error(&error) => {}
            Some(_) | None => return Err(CompileFailure::Failed(errors)),
        }
    }
    Err(CompileFailure::Failed(String::new()))
}

fn run_compiler(
    task: GradingTask<'_>,
    home: &Path,
    sources: &PatchedSources,
    bounds: BoundsCheck,
) -> Result<String, CompileFailure> {
    let words = ["sh", "-c", SCRIPT, "compile.sh"];
    let mut words: Vec<OsString> = words.map(Into::into).to_vec();
    words.push(match bounds {
        BoundsCheck::Off => "-fcheck=all,no-bounds,no-array-temps".into(),
        BoundsCheck::On => "-fcheck=all,no-array-temps".into(),
    });
    for (name, text) in sources.files() {
        let file = home.join(name);
        fs::write(&file, text).map_err(CompileFailure::Io)?;
        words.push(file.into());
    }
    let mut program = runner_command(words, home, LONGEST_ANSWER);
    program.limits.file_size = LARGEST_FILE;
    let ended = |failure| CompileFailure::Ended(CodeCrash::Ended(failure));
    let mut process = task.cage.start(&program).map_err(ended)?;
    let answer = ask(
        &mut process,
        "compile",
        LIMITS,
        task.deadline,
        LIMITS.processor,
    );
    answer.map_err(CompileFailure::Ended)
}

/// The errors in an answer of `compile.sh`, and the program if it was made.
fn read_answer(answer: &str) -> Option<(String, Option<Vec<u8>>)> {
    let mut parts = answer.strip_prefix("compiled ")?.split(' ');
    let (code, errors) = (parts.next()?, parts.next().unwrap_or_default());
    let errors = bytes(errors)?;
    let program = bytes(parts.next().unwrap_or_default())?;
    let is_made = code == "0" && !program.is_empty();
    let errors = String::from_utf8_lossy(&errors).into_owned();
    Some((errors, is_made.then_some(program)))
}

/// The first error in the output of the compiler or linker.
fn first_error(output: &str) -> Option<CompilerMessage> {
    let mut place: Option<(String, usize)> = None;
    for piece in output.lines() {
        let mut parts = piece.split(':');
        let file = parts.next().unwrap_or_default();
        let line = parts.next().and_then(|it| it.trim().parse::<usize>().ok());
        let file = file.rsplit('/').next().unwrap_or_default();
        if let Some(line) = line.filter(|_| file.contains(".f90")) {
            place = Some((file.to_owned(), line.saturating_sub(1)));
        }
        let starts = ["Error: ", "Fatal Error: "];
        let error = starts
            .iter()
            .find_map(|start| piece.trim().strip_prefix(start));
        if let (Some(text), Some((file, line))) = (error, place.clone()) {
            let text = text.to_owned();
            return Some(CompilerMessage { file, line, text });
        }
        if let Some((_, name)) = piece.split_once("undefined reference to ") {
            let name = name.trim_matches(|c: char| !c.is_alphanumeric());
            return Some(CompilerMessage {
                file: String::new(),
                line: 0,
                text: name.trim_end_matches('_').to_owned(),
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_of_the_compiler_is_found_with_its_line() {
        let output = "/tmp/x/0.f90:12:5:\n\n   12 |  x = = 1\n      |     1\n\
                    Error: Invalid character in name at (1)\n";
        let found = first_error(output).expect("the output holds an error");
        assert_eq!((found.file.as_str(), found.line), ("0.f90", 11));
        assert_eq!(found.text, "Invalid character in name at (1)");
        assert_eq!(first_error(""), None);
    }

    #[test]
    fn an_undefined_routine_is_named() {
        let output = "/usr/bin/ld: /tmp/a.o: in function `x': 0.f90:(.text+0x1): \
                    undefined reference to `tirer_'\ncollect2: error: ld returned 1 exit status\n";
        assert_eq!(
            first_error(output).expect("the output holds an error").text,
            "tirer"
        );
    }

    #[test]
    fn an_answer_holds_the_errors_and_the_program_if_it_was_made() {
        let read = |answer| read_answer(answer);
        assert_eq!(
            read("compiled 0  7f45"),
            Some((String::new(), Some(vec![0x7f, 0x45])))
        );
        assert_eq!(read("compiled 1 6f6b"), Some(("ok".to_owned(), None)));
        assert_eq!(read("compiled 1 6f6b 7f45"), Some(("ok".to_owned(), None)));
        for damaged in ["", "compiled", "compiled 0 zz 7f", "crashed 0 6f 7f"] {
            assert_eq!(read(damaged), None, "{damaged}");
        }
    }
}
