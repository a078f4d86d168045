//! C15 and C16: the student's unit tests are run on the program, and on wrong `rapide` strategies that
//! they must notice.

use serde_json::{Value as Json, json};
use table::message;

use super::check::ProgramCheck;
use super::process::UnitTestResults;
use super::source_rules::{expected, got};
use crate::{Finding, Submission, Verdict};

/// The findings on C15 and C16 that are not right; `results` is `None` where tests cannot run.
pub(super) fn findings(
    submission: &Submission,
    results: Option<&UnitTestResults>,
) -> Vec<(ProgramCheck, Finding)> {
    if submission.tests.is_empty() {
        let absent = |it| (it, Finding::new(Verdict::Absent));
        return [ProgramCheck::Tests, ProgramCheck::CompleteTests]
            .map(absent)
            .into();
    }
    let tests = naming(submission).or_else(|| outcome(submission, results));
    let complete = completeness(submission, results);
    let both = [
        (ProgramCheck::Tests, tests),
        (ProgramCheck::CompleteTests, complete),
    ];
    both.into_iter()
        .filter_map(|(check, finding)| Some((check, finding?)))
        .collect()
}

/// The finding for a test without the suffix `Test` or without `JUnit`.
fn naming(submission: &Submission) -> Option<Finding> {
    let tests = submission.tests.iter();
    let mut wrong = tests.filter_map(|(name, text)| {
        let suffix = name.ends_with("Test.java");
        let what = match (suffix, text.contains("junit")) {
            (false, _) => "Test",
            (true, false) => "org.junit",
            (true, true) => return None,
        };
        Some(expected(json!(what), json!(name)))
    });
    wrong.next()
}

/// The finding for tests that fail on the program as it is.
fn outcome(submission: &Submission, results: Option<&UnitTestResults>) -> Option<Finding> {
    let Some(results) = results else {
        return Some(Finding::new(Verdict::Unjudged));
    };
    if let Some(tool) = missing_tool(submission, results) {
        return Some(unjudged(tool));
    }
    if let Some(error) = results.errors.first() {
        let place = json!({"file": error.file, "line": error.line, "text": error.text});
        return Some(got(place));
    }
    if results.helped {
        let note = message!("grade-note-helped", names = "rapide");
        return Some(Finding {
            notes: vec![note],
            ..Finding::new(Verdict::Helped)
        });
    }
    let failed = results.failed.first().map(|it| got(json!(it)));
    failed.or_else(|| (results.ran == 0).then(|| expected(json!("@Test"), Json::Null)))
}

/// The finding for tests of `rapide` that miss a mistake or use classes without need.
fn completeness(submission: &Submission, results: Option<&UnitTestResults>) -> Option<Finding> {
    let Some(results) = results else {
        return Some(Finding::new(Verdict::Unjudged));
    };
    if let Some(tool) = missing_tool(submission, results) {
        return Some(unjudged(tool));
    }
    // Failing tests prove nothing about the mistakes that they would notice.
    if !results.mutated || !results.errors.is_empty() || !results.failed.is_empty() {
        return Some(Finding::new(Verdict::Unjudged));
    }
    if !results.unnoticed.is_empty() {
        let note = message!("grade-note-unnoticed");
        return Some(Finding {
            notes: vec![note],
            ..got(json!(results.unnoticed))
        });
    }
    results.needless.first().map(|name| got(json!(name)))
}

/// The tool that is missing on this machine to run the tests; `JUnit` 5 is never there.
fn missing_tool<'a>(submission: &Submission, results: &'a UnitTestResults) -> Option<&'a str> {
    let five = |(_, text): &(String, String)| text.contains("org.junit.jupiter");
    let five = submission.tests.iter().any(five).then_some("junit5");
    results.unable.as_deref().or(five)
}

fn unjudged(tool: &str) -> Finding {
    Finding {
        notes: vec![message!("grade-missing-tool", tool)],
        ..Finding::new(Verdict::Unjudged)
    }
}
