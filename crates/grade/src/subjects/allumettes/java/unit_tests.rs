//! C15 and C16: a student's unit tests, found, run, and tried on fast strategies that are wrong.

use serde_json::{Value as Json, json};
use table::Message;

use super::aspect::Aspect;
use super::machine::Tested;
use super::source::{expected, got};
use crate::examine::Finding;
use crate::submission::Submission;
use crate::verdict::Verdict;

/// What is not as the subject says; `tested` is none where tests cannot be run at all.
pub(super) fn findings(submission: &Submission, tested: Option<&Tested>) -> Vec<(Aspect, Finding)> {
    if submission.tests.is_empty() {
        let absent = |it| (it, Finding::plain(Verdict::Absent));
        return [Aspect::Tests, Aspect::CompleteTests].map(absent).into();
    }
    let tests = named(submission).or_else(|| run(submission, tested));
    let complete = complete(submission, tested);
    let both = [(Aspect::Tests, tests), (Aspect::CompleteTests, complete)];
    both.into_iter()
        .filter_map(|(aspect, finding)| Some((aspect, finding?)))
        .collect()
}

/// Whether each has the suffix and leans on `JUnit`.
fn named(submission: &Submission) -> Option<Finding> {
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

/// Whether they hold on the program as it is.
fn run(submission: &Submission, tested: Option<&Tested>) -> Option<Finding> {
    let Some(tested) = tested else {
        return Some(Finding::plain(Verdict::Unjudged));
    };
    if let Some(tool) = lacking(submission, tested) {
        return Some(unjudged(tool));
    }
    if let Some(error) = tested.errors.first() {
        let place = json!({"file": error.file, "line": error.line, "text": error.text});
        return Some(got(place));
    }
    if tested.helped {
        let note = Message::new("grade-note-helped").with("names", "rapide");
        return Some(Finding {
            notes: vec![note],
            ..Finding::plain(Verdict::Helped)
        });
    }
    let failed = tested.failed.first().map(|it| got(json!(it)));
    failed.or_else(|| (tested.ran == 0).then(|| expected(json!("@Test"), Json::Null)))
}

/// Whether they notice each mistake of a fast strategy, with no more classes than it takes.
fn complete(submission: &Submission, tested: Option<&Tested>) -> Option<Finding> {
    let Some(tested) = tested else {
        return Some(Finding::plain(Verdict::Unjudged));
    };
    if let Some(tool) = lacking(submission, tested) {
        return Some(unjudged(tool));
    }
    // Tests that do not hold say nothing of what they would notice.
    if !tested.mutated || !tested.errors.is_empty() || !tested.failed.is_empty() {
        return Some(Finding::plain(Verdict::Unjudged));
    }
    if !tested.unnoticed.is_empty() {
        let note = Message::new("grade-note-unnoticed");
        return Some(Finding {
            notes: vec![note],
            ..got(json!(tested.unnoticed))
        });
    }
    tested.needless.first().map(|name| got(json!(name)))
}

/// What this machine lacks to run them.
fn lacking<'a>(submission: &Submission, tested: &'a Tested) -> Option<&'a str> {
    let five = |(_, text): &(String, String)| text.contains("org.junit.jupiter");
    let five = submission.tests.iter().any(five).then_some("junit5");
    tested.unable.as_deref().or(five)
}

fn unjudged(tool: &str) -> Finding {
    Finding {
        notes: vec![Message::new("grade-missing-tool").with("tool", tool)],
        ..Finding::plain(Verdict::Unjudged)
    }
}
