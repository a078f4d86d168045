//! Findings of games: a violated line, a wording, a wrong command line, the draws of `naif`.

use serde_json::{Value as Json, json};
use subject::{CallOutcome, Case, Subject};
use table::{Explain, message};

use super::game_reader::LineViolation;
use super::process::GameEnd;
use super::scenario::Scenario;
use super::transcript::{GameTranscript, WordingDifference};
use crate::{CodeCrash, Finding, ShownCall, Verdict, quoted, unlikely_frequencies};

/// Text of the exception that `Compiler.java` puts in place of code that does not compile.
const LEFT_OUT: &str = "brelan: ne se compile pas";

/// The finding for a wrong line, or for the end of the game when the line is missing.
pub(super) fn for_violation(
    violation: &LineViolation,
    scenario: &Scenario,
    ended: &GameEnd,
) -> Finding {
    let wrong = Finding {
        case: Some(scenario.case(violation.typed)),
        expected: Some(violation.expected.clone().into()),
        got: Some(violation.got.clone().unwrap_or_default().into()),
        ..Finding::new(Verdict::Wrong)
    };
    match ended {
        GameEnd::Crashed(crash) if violation.got.is_none() => crashed(wrong, crash),
        GameEnd::Hung if violation.got.is_none() => Finding {
            verdict: Verdict::Hung,
            got: None,
            ..wrong
        },
        GameEnd::Unreadable if violation.got.is_none() => unreadable(scenario),
        _ => wrong,
    }
}

/// The finding for a crash. An exception's own name never makes it anything else.
fn crashed(wrong: Finding, crash: &CodeCrash) -> Finding {
    Finding {
        verdict: if is_left_out(crash) {
            Verdict::Absent
        } else {
            Verdict::Crashed
        },
        got: Some(crash.json()),
        crash: Some(crash.explain()),
        ..wrong
    }
}

/// Whether a part of the program was reached that was left out because it does not compile.
fn is_left_out(crash: &CodeCrash) -> bool {
    matches!(crash, CodeCrash::Raised(raised) if raised.text == LEFT_OUT)
}

/// The finding when the program's process answered something that is not the game.
pub(super) fn unreadable(scenario: &Scenario) -> Finding {
    Finding {
        case: Some(scenario.case(scenario.typed.len())),
        crash: Some(message!("grade-matches-unreadable")),
        ..Finding::new(Verdict::Crashed)
    }
}

/// The finding for a text that differs from the subject's.
pub(super) fn for_wording(wording: WordingDifference, scenario: &Scenario) -> Finding {
    Finding {
        case: Some(scenario.case(wording.typed)),
        expected: Some(wording.expected.into()),
        got: Some(wording.got.into()),
        ..Finding::new(Verdict::for_difference(wording.layout))
    }
}

/// The finding for a command line that must be refused, without a game and with an exit code not 0.
pub(super) fn for_arguments(
    scenario: &Scenario,
    transcript: &GameTranscript,
    ended: &GameEnd,
) -> Option<Finding> {
    let wrong = Finding {
        case: Some(scenario.case(0)),
        expected: Some(json!({"exit": 1})),
        ..Finding::new(Verdict::Wrong)
    };
    Some(match ended {
        GameEnd::Crashed(crash) => crashed(
            Finding {
                expected: None,
                ..wrong
            },
            crash,
        ),
        GameEnd::Hung => Finding {
            verdict: Verdict::Hung,
            ..wrong
        },
        GameEnd::Unreadable => unreadable(scenario),
        GameEnd::Exit(_) if transcript.has_game() => Finding {
            got: transcript.lines.first().map(|(raw, _)| raw.clone().into()),
            notes: vec![message!("grade-matches-accepted")],
            ..wrong
        },
        GameEnd::Exit(0) => Finding {
            got: Some(json!({"exit": 0})),
            notes: vec![message!("grade-matches-exit-zero")],
            ..wrong
        },
        GameEnd::Exit(_) => return None,
    })
}

/// The command line of a finding and its answers, as at a terminal.
pub(super) fn shown(finding: &Finding, main: &str) -> ShownCall {
    let text = |value: &Option<Json>| value.as_ref()?.as_str().map(str::to_owned);
    let words = finding.case.iter().flat_map(|case| &case.args);
    let words = words.filter_map(Json::as_str).map(quoted);
    let call = [format!("java {main}")].into_iter().chain(words);
    let call = call.collect::<Vec<_>>().join(" ");
    let typed = finding.case.as_ref().map(|it| it.input.split_whitespace());
    // Frequencies have a text of their own.
    let known = finding.shown.as_ref();
    let known = |answer: fn(&ShownCall) -> &Option<String>| known.and_then(|it| answer(it).clone());
    ShownCall {
        call: finding.case.as_ref().map_or_else(String::new, |_| call),
        typed: typed.map_or_else(String::new, |it| it.collect::<Vec<_>>().join(" ")),
        expected: known(|it| &it.expected).or_else(|| text(&finding.expected)),
        got: known(|it| &it.got).or_else(|| text(&finding.got)),
    }
}

/// The finding for naive players whose numbers are not equally frequent; `None` if they may be.
pub(super) fn for_draws(subject: &Subject, draws: &[i64]) -> Option<Finding> {
    let outcome = |count: &i64| CallOutcome {
        returned: json!(count),
        args: vec![],
        printed: String::new(),
        raised: None,
    };
    let outcomes: Vec<_> = draws.iter().map(outcome).collect();
    let drawn = Case::new(vec![json!("naif"), json!(13)]);
    let function = subject.function("getPrise").ok()?;
    let game = ["Xavier@naif", "Ordinateur@naif"].map(Json::from).to_vec();
    Some(Finding {
        case: Some(Case::new(game)),
        ..unlikely_frequencies(function, &drawn, &outcomes)?
    })
}
