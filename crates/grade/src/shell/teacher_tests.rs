//! A teacher's own tests: a `.run` file is a shell text, and its `.expected` what it prints.

use std::fs;
use std::path::{Path, PathBuf};

use arena::Cage;
use house::subject::Subject;
use table::{Explain, Message};

use super::{PROCESSOR, Ran, Shell};
use crate::crash::Crash;
use crate::grade::GradeError;
use crate::submission::SubmissionError;
use crate::verdict::{Check, Verdict};

/// Tests of one folder, and bytes of one file.
const MOST_TESTS: usize = 500;
const LARGEST: u64 = 256 << 10;
/// What all of them are called in a scale.
pub(crate) const ID: &str = "test";

/// Runs every test of a folder among the files of a student.
pub(crate) fn checks(
    cage: &Cage,
    subject: &Subject,
    path: &Path,
    tests: &Path,
) -> Result<Vec<Check>, GradeError> {
    let tests = found(tests)?;
    let mut shell = Shell::new(cage, path, subject.name == "allumettes")?;
    let mut checks = Vec::new();
    for Test {
        name,
        text,
        expected,
    } in tests
    {
        let ran = shell.run(&text, "")?;
        checks.push(judged(name, &expected, ran));
    }
    Ok(checks)
}

struct Test {
    name: String,
    text: String,
    expected: String,
}

/// Every `.run` file that has its `.expected` beside it, by name.
fn found(folder: &Path) -> Result<Vec<Test>, SubmissionError> {
    let unreadable = |reason| SubmissionError::Unreadable {
        path: folder.display().to_string(),
        reason,
    };
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
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Test, SubmissionError> {
    let text = |path: &Path| {
        let unreadable = |reason| SubmissionError::Unreadable {
            path: path.display().to_string(),
            reason,
        };
        if fs::metadata(path).map_err(unreadable)?.len() > LARGEST {
            return Err(SubmissionError::TooLarge(path.display().to_string()));
        }
        let bytes = fs::read(path).map_err(unreadable)?;
        Ok(String::from_utf8_lossy(&bytes).replace("\r\n", "\n"))
    };
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Ok(Test {
        name: name.into_owned(),
        text: text(path)?,
        expected: text(&path.with_extension("expected"))?,
    })
}

fn judged(name: String, expected: &str, ran: Ran) -> Check {
    let mut check = Check {
        id: ID.to_owned(),
        function: Some(name),
        verdict: Verdict::Right,
        points: 0.0,
        worth: 0.0,
        input: None,
        expected: None,
        got: None,
        command: None,
        says: None,
        fall: None,
        notes: vec![],
    };
    match ran {
        Ran::Ended { printed, .. } if printed == expected => {}
        Ran::Ended {
            code,
            printed,
            errors,
        } => {
            check.verdict = if words(&printed) == words(expected) {
                Verdict::Layout
            } else {
                Verdict::Wrong
            };
            check.expected = Some(expected.into());
            check.got = Some(printed.into());
            let errors = errors.trim_end().lines().next_back().unwrap_or_default();
            let code = (code != 0).then(|| Message::new("grade-note-code").with("code", code));
            let told = Message::new("grade-note-errors").with("text", errors);
            let told = Some(told).filter(|_| !errors.is_empty());
            check.notes = code.into_iter().chain(told).collect();
        }
        Ran::Hung => {
            check.verdict = Verdict::Hung;
            check.expected = Some(expected.into());
            let note = Message::new("grade-note-killed").with("seconds", PROCESSOR);
            check.notes = vec![note];
        }
        Ran::Fell(misdeed) => {
            let crash = Crash::Ended(misdeed);
            check.verdict = Verdict::Crashed;
            check.got = Some(crash.json());
            check.fall = Some(crash.explain());
        }
    }
    check
}

/// A text without its blanks, which are layout.
fn words(text: &str) -> String {
    text.split_whitespace().collect()
}
