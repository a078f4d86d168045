//! Generated cases for the operations of the 13 matches, and the check of answers where several are
//! right.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Value as Json, json};

use subject::{Args, CallError, Case, Law, Relation};

/// The subject's strategies that play by themselves.
const STRATEGIES: &[&str] = &["rapide", "naif", "expert", "tricheur"];

pub(super) fn matches() -> BoxedStrategy<Case> {
    (0u32..=50)
        .prop_map(|left| Case::new(vec![json!(left)]))
        .boxed()
}

/// Numbers of matches to take: allowed ones, and forbidden ones near the bounds.
pub(super) fn matches_and_take() -> BoxedStrategy<Case> {
    (0u32..=20, prop_oneof![4 => -1..=5, 1 => -100..=100])
        .prop_map(|(left, count)| Case::new(vec![json!(left), json!(count)]))
        .boxed()
}

pub(super) fn player_and_matches() -> BoxedStrategy<Case> {
    let strategy = (select(STRATEGIES), 1u32..=30)
        .prop_map(|(strategy, left)| Case::new(vec![json!(strategy), json!(left)]));
    prop_oneof![4 => strategy, 1 => person()].boxed()
}

/// A person who first gives answers that are no number, or cheats. There are always matches left after
/// the cheats, because the subject does not define a cheat with one match.
fn person() -> impl Strategy<Value = Case> {
    let answers = vec(select(&["X", "triche"][..]), 0..=3);
    (5u32..=30, answers, -1i32..=5).prop_map(|(left, answers, count)| {
        let answers = answers.into_iter().map(str::to_owned);
        Case::answered(
            vec![json!("Xavier@humain"), json!(left)],
            answers.chain([count.to_string()]),
        )
    })
}

pub(super) fn by_strategy(case: &Case) -> Relation {
    match case.args.first().and_then(Json::as_str) {
        Some("naif") => Relation::Drawn(NAIVE),
        Some("expert") => Relation::OneOf(best),
        _ => Relation::Equal,
    }
}

/// The choice of *naif*: one, two or three matches, equally likely, even when fewer are left (R29).
const NAIVE: Law = Law {
    possible: |case, got| {
        let kept = got.args.get(1) == case.args.get(1);
        Ok(kept && (1..=3).any(|count| got.returned == json!(count)))
    },
    class: |got| got.returned.clone(),
    shares: |_| {
        Ok(Some(
            (1..=3).map(|count| (json!(count), 1.0 / 3.0)).collect(),
        ))
    },
};

/// The takes that leave one match more than a multiple of four; all takes if none does.
fn best(case: &Case) -> Result<Vec<Json>, CallError> {
    let left: u32 = Args(case.args.clone()).get(1)?;
    Ok(match (left - 1) % 4 {
        0 => (1..=left.min(3)).map(Json::from).collect(),
        wins => vec![json!(wins)],
    })
}
