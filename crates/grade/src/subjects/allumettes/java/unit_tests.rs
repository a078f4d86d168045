//! C15 and C16: the student's unit tests, run on the program and on wrong `rapide` strategies.

use serde_json::{Value as Json, json};
use table::message;

use super::check::ProgramCheck;
use super::process::UnitTestResults;
use super::source_rules::{expected, got};
use crate::{Finding, Submission, Verdict};

/// The findings on C15 and C16 that are not `Right`; `results` is `None` where tests cannot run.
pub(super) fn findings(
    submission: &Submission,
    results: Option<&UnitTestResults>,
) -> Vec<(ProgramCheck, Finding)> {
    let names = naming(submission);
    let [tests, complete] = match (unable(submission, results), results) {
        (None, Some(results)) => [names.or_else(|| outcome(results)), completeness(results)],
        (unable, _) => [names.or_else(|| unable.clone()), unable],
    };
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
fn outcome(results: &UnitTestResults) -> Option<Finding> {
    if let Some(error) = results.errors.first() {
        return Some(got(json!(error)));
    }
    if results.helped {
        let note = message!("grade-note-helped", names = "rapide");
        return Some(Finding::with_note(Verdict::Helped, note));
    }
    let failed = results.failed.first().map(|it| got(json!(it)));
    failed.or_else(|| (results.ran == 0).then(|| expected(json!("@Test"), Json::Null)))
}

/// The finding for tests of `rapide` that miss a mistake or use classes without need.
fn completeness(results: &UnitTestResults) -> Option<Finding> {
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

/// The finding when there are no tests, or no tool that runs them; `JUnit` 5 is never installed.
fn unable(submission: &Submission, results: Option<&UnitTestResults>) -> Option<Finding> {
    if submission.tests.is_empty() {
        return Some(Finding::new(Verdict::Absent));
    }
    let Some(results) = results else {
        return Some(Finding::new(Verdict::Unjudged));
    };
    let five = |(_, text): &(String, String)| text.contains("org.junit.jupiter");
    let five = submission.tests.iter().any(five).then_some("junit5");
    let tool = results.unable.as_deref().or(five)?;
    let note = message!("grade-missing-tool", tool);
    Some(Finding::with_note(Verdict::Unjudged, note))
}
