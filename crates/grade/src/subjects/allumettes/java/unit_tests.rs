//! C15 and C16: the student's unit tests, run on the program and on wrong `rapide` strategies.
//!
//! Each strategy has a process and a folder of its own, which do not tell which strategy it is. A test
//! that forges its answer can at most claim to pass or to fail; the verdict compares these claims, so
//! that tests which do not look at the strategy are not complete whatever they claim.

use std::io;

use sandbox::Cage;
use serde::Deserialize;
use serde_json::{Value as Json, json};
use table::message;

use super::check::ProgramCheck;
use super::compiled_program::{Classes, CompileError, CompiledProgram, word};
use super::process::{AnswerFailure, GAME, JavaProcess, NumberedAnswer, PaperTime};
use super::source_rules::{does_not_compile, expected, got, named};
use crate::{Finding, Submission, Verdict};

/// The results of the unit tests on the program and on every other strategy.
#[derive(Clone, Debug, Default)]
pub(super) struct UnitTestResults {
    /// Tool that is missing on this machine to run the tests.
    unable: Option<String>,
    errors: Vec<CompileError>,
    ran: u32,
    /// Whether the tests gave no answer that can be read.
    unreadable: bool,
    /// The first failure of the tests on the program as it is, or with a right `rapide` strategy.
    failed: Option<String>,
    /// Whether the tests pass with a right `rapide` strategy but not with the student's.
    helped: bool,
    /// Whether the tests ran on wrong strategies: they pass on a right one.
    mutated: bool,
    /// Mistakes that no test noticed, each as the number that `rapide` took of `n` matches.
    unnoticed: Vec<String>,
    /// Classes that the tests of `rapide` use without need.
    needless: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TestAnswer {
    request: String,
    ran: u32,
    failed: u32,
    first: String,
}

impl NumberedAnswer for TestAnswer {
    fn request(&self) -> &str {
        &self.request
    }
}

/// One run of all tests; `None` when the process gave no answer that can be read.
type TestRun = Option<TestAnswer>;

fn passes(run: &TestRun) -> bool {
    run.as_ref().is_some_and(|it| it.failed == 0)
}

impl UnitTestResults {
    /// Runs the tests on every strategy, in an order that depends on random folder names.
    pub(super) fn new(
        cage: &Cage,
        compiled: &CompiledProgram,
        time: &mut PaperTime,
    ) -> io::Result<Self> {
        let tests = &compiled.tests;
        let mut results = Self {
            unable: tests.unable.clone(),
            errors: tests.errors.clone(),
            needless: tests.needless.clone(),
            ..Self::default()
        };
        if results.unable.is_some() || !results.errors.is_empty() {
            return Ok(results);
        }
        let strategies = tests
            .strategies
            .iter()
            .map(|it| (it.mistake.as_deref(), &it.classes));
        let mut runs = run_all(cage, compiled, time, strategies)?;
        let own = runs.remove(0).1;
        let right = runs.iter().position(|(mistake, _)| mistake.is_none());
        let right = right.and_then(|at| runs.remove(at).1);
        results.helped = !passes(&own) && passes(&right);
        results.mutated = passes(&right);
        let shown = if results.helped { right } else { own };
        results.unreadable = shown.is_none();
        results.ran = shown.as_ref().map_or(0, |it| it.ran);
        results.failed = shown.filter(|it| it.failed > 0).map(|it| it.first);
        let noticed = |run: &TestRun| run.as_ref().is_some_and(|it| it.failed > 0);
        let unnoticed = runs.into_iter().filter(|(_, run)| !noticed(run));
        results.unnoticed = unnoticed.filter_map(|(mistake, _)| mistake).collect();
        Ok(results)
    }
}

/// The runs on the program as it is, which is the first of the list, and on these strategies.
fn run_all<'a>(
    cage: &Cage,
    compiled: &'a CompiledProgram,
    time: &mut PaperTime,
    strategies: impl Iterator<Item = (Option<&'a str>, &'a Classes)>,
) -> io::Result<Vec<(Option<String>, TestRun)>> {
    let own = (None, &compiled.tests.own);
    let process = |(number, (mistake, classes)): (usize, (Option<&str>, &Classes))| {
        let process = JavaProcess::new(cage, compiled, classes)?;
        Ok((number, mistake.map(str::to_owned), process))
    };
    let all = std::iter::once(own).chain(strategies).enumerate();
    let mut all = all.map(process).collect::<io::Result<Vec<_>>>()?;
    all.sort_by(|(.., one), (.., other)| one.folder().cmp(other.folder()));
    let run = |(number, mistake, process)| (number, mistake, run(process, compiled, time));
    let mut runs: Vec<(usize, Option<String>, TestRun)> = all.into_iter().map(run).collect();
    runs.sort_by_key(|(number, ..)| *number);
    Ok(runs
        .into_iter()
        .map(|(_, mistake, run)| (mistake, run))
        .collect())
}

fn run(mut process: JavaProcess<'_>, compiled: &CompiledProgram, time: &mut PaperTime) -> TestRun {
    let classes = compiled.tests.classes.iter().map(|it| word(it));
    let words = format!("{}{}", GAME.as_millis(), classes.collect::<String>());
    let answered: Result<(TestAnswer, _), AnswerFailure> = process.ask(time, "test", &words);
    let is_last = process.finish();
    answered.ok().filter(|_| is_last).map(|(answer, _)| answer)
}

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
        return Some(Finding {
            verdict: Verdict::Wrong,
            ..does_not_compile(error)
        });
    }
    if results.unreadable {
        return Some(unreadable());
    }
    if results.helped {
        let note = message!("grade-note-helped", names = "rapide");
        return Some(Finding::with_note(Verdict::Helped, note));
    }
    let failed = results.failed.as_ref().map(|it| got(json!(it)));
    failed.or_else(|| (results.ran == 0).then(|| expected(json!("@Test"), Json::Null)))
}

fn unreadable() -> Finding {
    Finding {
        crash: Some(message!("grade-matches-unreadable-tests")),
        ..Finding::new(Verdict::Crashed)
    }
}

/// The finding for tests of `rapide` that miss a mistake or use classes without need.
fn completeness(results: &UnitTestResults) -> Option<Finding> {
    if results.unreadable && results.errors.is_empty() {
        return Some(unreadable());
    }
    // Failing tests prove nothing about the mistakes that they would notice.
    if !results.mutated || !results.errors.is_empty() || results.failed.is_some() {
        return Some(Finding::new(Verdict::Unjudged));
    }
    if !results.unnoticed.is_empty() {
        let note = message!("grade-note-unnoticed");
        return Some(Finding {
            notes: vec![note],
            ..got(json!(results.unnoticed.join(", ")))
        });
    }
    results.needless.first().map(|name| named(name))
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
