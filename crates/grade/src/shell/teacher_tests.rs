//! A teacher's own tests: a `.run` file is a shell script, its `.expected` file the output it must have.

use std::fs;
use std::path::{Path, PathBuf};

use sandbox::Cage;
use table::message;

use super::{CommandRun, CommandShell, PROCESSOR_SECONDS};
use crate::finding::Finding;
use crate::grade::GradeError;
use crate::homework::SubjectCheck;
use crate::report::{Check, Verdict};
use crate::submission::{SubmissionError, read_bytes};

const MOST_TESTS: usize = 500;
/// The `id` of every such check, which is also its name in a scale.
pub(crate) const ID: &str = "test";

/// Runs every test of a folder on the submission at `path`.
pub(crate) fn checks(
    cage: &Cage,
    path: &Path,
    tests: &Path,
    compiles: bool,
) -> Result<Vec<Check>, GradeError> {
    let tests = find_tests(tests)?;
    let mut shell = CommandShell::new(cage, path, compiles, tests.len())?;
    let judged = tests.into_iter().map(|test| {
        let (script, expected) = (read(&test)?, read(&test.with_extension("expected"))?);
        let name = test.file_stem().unwrap_or_default().to_string_lossy();
        let run = shell.run(&script, "")?;
        Ok(check(name.into_owned(), &expected, run))
    });
    judged.collect()
}

/// The scripts of a folder, sorted by name: every `.run` file with an `.expected` file beside it.
fn find_tests(folder: &Path) -> Result<Vec<PathBuf>, SubmissionError> {
    let unreadable = |reason| SubmissionError::unreadable(folder, reason);
    let entries = fs::read_dir(folder).map_err(unreadable)?;
    let paths = entries.flatten().map(|entry| entry.path());
    let is_test = |path: &PathBuf| {
        path.extension().is_some_and(|it| it == "run") && path.with_extension("expected").is_file()
    };
    let mut paths: Vec<PathBuf> = paths.filter(is_test).collect();
    paths.sort();
    if paths.is_empty() {
        return Err(SubmissionError::NoTests(folder.display().to_string()));
    }
    if paths.len() > MOST_TESTS {
        return Err(SubmissionError::TooLarge(folder.display().to_string()));
    }
    Ok(paths)
}

fn read(path: &Path) -> Result<String, SubmissionError> {
    let bytes = read_bytes(path)?;
    Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
}

fn check(name: String, expected: &str, run: CommandRun) -> Check {
    let finding = match run {
        CommandRun::Exited { printed, .. } if printed == expected => Finding::new(Verdict::Right),
        CommandRun::Exited {
            code,
            printed,
            errors,
        } => {
            let same_words = without_blanks(&printed) == without_blanks(expected);
            let errors = errors.trim_end().lines().next_back().unwrap_or_default();
            let code = (code != 0).then(|| message!("grade-note-code", code));
            let errors = (!errors.is_empty()).then(|| message!("grade-note-errors", text = errors));
            Finding {
                expected: Some(expected.into()),
                got: Some(printed.into()),
                notes: code.into_iter().chain(errors).collect(),
                ..Finding::new(Verdict::for_difference(same_words))
            }
        }
        CommandRun::Hung => {
            let note = message!("grade-note-killed", seconds = PROCESSOR_SECONDS);
            Finding {
                expected: Some(expected.into()),
                ..Finding::with_note(Verdict::Hung, note)
            }
        }
        CommandRun::Crashed(crash) => Finding::from_crash(None, &crash),
    };
    Check {
        function: Some(name),
        ..Check::from_finding(SubjectCheck::new(ID, "", None), finding, None)
    }
}

/// The text without blanks and line ends, which are layout only.
fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}
