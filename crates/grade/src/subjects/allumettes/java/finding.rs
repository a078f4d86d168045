//! What is found in games, as findings: a line of a ledger, a wording, a command line, draws.

use house::subject::{Case, Frequency, Outcome, Subject};
use serde_json::{Value as Json, json};
use table::Message;

use super::ledger::Violation;
use super::machine::Ended;
use super::scenario::Scenario;
use super::transcript::{Transcript, Wording};
use crate::examine::{Finding, UNLIKELY};
use crate::verdict::Verdict;

/// A line that is not as it should be; if none came, how the game ended.
pub(super) fn of_violation(violation: &Violation, scenario: &Scenario, ended: &Ended) -> Finding {
    let wrong = Finding {
        case: Some(scenario.case(violation.typed)),
        expected: Some(violation.expected.clone().into()),
        got: Some(violation.got.clone().unwrap_or_default().into()),
        ..Finding::plain(Verdict::Wrong)
    };
    match ended {
        Ended::Crashed(crash) if violation.got.is_none() => Finding {
            expected: wrong.expected,
            ..Finding::crashed(wrong.case, crash)
        },
        Ended::Hung if violation.got.is_none() => Finding {
            verdict: Verdict::Hung,
            got: None,
            ..wrong
        },
        Ended::Crashed(_) | Ended::Hung | Ended::Exit(_) => wrong,
    }
}

/// A text that is not the subject's.
pub(super) fn of_wording(wording: Wording, scenario: &Scenario) -> Finding {
    let verdict = if wording.layout {
        Verdict::Layout
    } else {
        Verdict::Wrong
    };
    Finding {
        case: Some(scenario.case(wording.typed)),
        expected: Some(wording.expected.into()),
        got: Some(wording.got.into()),
        ..Finding::plain(verdict)
    }
}

/// A command line that the subject does not allow: nobody plays, and the code is not 0.
pub(super) fn of_arguments(
    scenario: &Scenario,
    transcript: &Transcript,
    ended: &Ended,
) -> Option<Finding> {
    let wrong = Finding {
        case: Some(scenario.case(0)),
        expected: Some(json!({"exit": 1})),
        ..Finding::plain(Verdict::Wrong)
    };
    Some(match ended {
        Ended::Crashed(crash) => Finding::crashed(wrong.case, crash),
        Ended::Hung => Finding {
            verdict: Verdict::Hung,
            ..wrong
        },
        Ended::Exit(_) if transcript.plays() => Finding {
            got: transcript.lines.first().map(|(raw, _)| raw.clone().into()),
            ..wrong
        },
        Ended::Exit(0) => Finding {
            got: Some(json!({"exit": 0})),
            ..wrong
        },
        Ended::Exit(_) => return None,
    })
}

/// Whether naive players take each number as often as chance does; none if they do.
pub(super) fn of_draws(subject: &Subject, draws: &[i64]) -> Option<Finding> {
    let outcome = |count: &i64| Outcome {
        returned: json!(count),
        args: vec![],
        printed: String::new(),
        raised: None,
    };
    let outcomes: Vec<_> = draws.iter().map(outcome).collect();
    let case = Case::of(vec![json!("naif"), json!(13)]);
    let function = subject.function("getPrise");
    let counts = function.and_then(|it| it.frequencies(&case, &outcomes));
    let counts = counts.ok()??;
    if counts.chance >= UNLIKELY {
        return None;
    }
    let shares = |of: &dyn Fn(&Frequency) -> f64| -> Json {
        let classes = counts.classes.iter();
        classes
            .map(|it| json!([it.class, format!("{:.1} %", 100.0 * of(it))]))
            .collect()
    };
    let draws = counts.draws.max(1) as f64;
    let naive = ["Xavier@naif", "Ordinateur@naif"].map(Json::from).to_vec();
    let note = Message::new("grade-note-frequency")
        .with("draws", counts.draws)
        .with("chance", format!("{:.0e}", counts.chance));
    Some(Finding {
        case: Some(Case::of(naive)),
        expected: Some(shares(&|it| it.share)),
        got: Some(shares(&|it| it.seen as f64 / draws)),
        notes: vec![note],
        ..Finding::plain(Verdict::Wrong)
    })
}
