//! Random functions: whether each answer comes as often as it must.

use serde_json::{Value as Json, json};
use subject::{CallOutcome, Case, Frequency, Function, Input, Part, Relation};
use table::message;

use super::{FunctionTrial, Rating, case_size};
use crate::callable::{CALL_LIMIT, CallReply};
use crate::finding::Finding;
use crate::report::{ShownCall, Verdict};

/// Frequencies are wrong when a right function shows them with a probability below this.
const UNLIKELY: f64 = 1e-9;
/// Number of calls with one case whose answers are counted.
const DRAWS: usize = 600;
/// Number of cases whose answers are counted.
const DRAWN_CASES: usize = 3;
/// Maximum number of tries to make a case smaller; each costs `DRAWS` calls.
const DRAWN_TRIES: usize = 12;
/// Number of different answers that a finding lists.
const LISTED_ANSWERS: usize = 12;

/// The finding for the smallest case whose answers have unlikely frequencies; `None` if none has.
pub(super) fn unlikely(trial: &mut FunctionTrial<'_>, mut inputs: Vec<Input>) -> Option<Finding> {
    let function = trial.function;
    let is_random = |input: &Input| {
        let case = trial.put(&input.case());
        let counts = function.frequencies(&case, &[]);
        matches!(function.relation.resolved(&case), Relation::Drawn(_))
            && counts.is_ok_and(|counts| counts.is_some_and(|it| it.classes.len() > 1))
    };
    inputs.retain(is_random);
    inputs.sort_by_key(|input| case_size(&input.case()));
    inputs.dedup_by_key(|input| input.case());
    inputs.truncate(DRAWN_CASES);
    let found = inputs.into_iter().find_map(|input| {
        let finding = unlikely_case(trial, &input.case())?;
        Some((input, finding))
    });
    let (input, finding) = found?;
    let smallest = input.shrink(DRAWN_TRIES, |case| unlikely_case(trial, case).is_some());
    Some(unlikely_case(trial, &smallest).unwrap_or(finding))
}

fn unlikely_case(trial: &mut FunctionTrial<'_>, case: &Case) -> Option<Finding> {
    let case = &trial.put(case);
    let mut outcomes = vec![];
    for reply in trial.replies(&vec![case.clone(); DRAWS], CALL_LIMIT) {
        match reply {
            CallReply::Returned(outcome, _) => outcomes.push(outcome),
            // Fewer draws would prove less.
            CallReply::Crashed(crash) => {
                return Some(trial.finding(case.clone(), Rating::Crashed(crash)));
            }
            CallReply::Hung => return Some(trial.finding(case.clone(), Rating::Hung)),
        }
    }
    let finding = unlikely_frequencies(trial.function, case, &outcomes)?;
    let shares = finding.shown.clone()?;
    let call = trial
        .shown(case, &finding, Part::Returned)
        .unwrap_or(shares.clone());
    Some(Finding {
        shown: Some(ShownCall {
            call: call.call,
            typed: call.typed,
            ..shares
        }),
        ..finding
    })
}

/// The finding for outcomes of a case whose frequencies are unlikely; `None` if they are likely.
pub(crate) fn unlikely_frequencies(
    function: &Function,
    case: &Case,
    outcomes: &[CallOutcome],
) -> Option<Finding> {
    let counts = function.frequencies(case, outcomes).ok()??;
    let shares = |share: &dyn Fn(&Frequency) -> f64| {
        let classes = counts.classes.iter().take(LISTED_ANSWERS);
        classes
            .map(|it| json!([it.class, format!("{:.1} %", 100.0 * share(it))]))
            .collect::<Json>()
    };
    let words = |share: &dyn Fn(&Frequency) -> f64| {
        let classes = counts.classes.iter().take(LISTED_ANSWERS);
        let word = |it: &Frequency| format!("{} : {:.0} %", it.class, 100.0 * share(it));
        Some(classes.map(word).collect::<Vec<_>>().join(", "))
    };
    let draws = counts.draws.max(1) as f64;
    let seen = |it: &Frequency| it.seen as f64 / draws;
    (counts.chance < UNLIKELY).then(|| Finding {
        case: Some(case.clone()),
        shown: Some(ShownCall {
            call: String::new(),
            typed: String::new(),
            expected: words(&|it| it.share),
            got: words(&seen),
        }),
        expected: Some(shares(&|it| it.share)),
        got: Some(shares(&seen)),
        notes: vec![message!(
            "grade-note-frequency",
            draws = counts.draws,
            chance = format!("{:.0e}", counts.chance)
        )],
        ..Finding::new(Verdict::Wrong)
    })
}
