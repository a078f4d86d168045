//! A small version of the matches that the benchmark of that name plays.

mod duel;

use dominos::Rule;
use duel::duel;

/// Effort and number of games that a test can afford.
const EFFORT: u64 = 2_000;
const PAIRS: u64 = 150;

#[track_caller]
fn check_beats(rule: Rule, opponent: &str, least: f64) {
    let score = duel(rule, ["expert", opponent], PAIRS, EFFORT);
    assert!(
        score.mean - 2.0 * score.error > least,
        "{rule} against {opponent}: {score}"
    );
}

#[test]
fn the_expert_beats_the_subject_s_strategy_under_both_rules() {
    check_beats(Rule::One, "premier", 0.5);
    check_beats(Rule::Two, "premier", 0.5);
}

#[test]
fn the_expert_beats_chance_by_far() {
    check_beats(Rule::One, "naif", 0.6);
}

#[test]
fn seeing_the_other_hand_beats_the_expert() {
    let score = duel(Rule::One, ["tricheur", "expert"], PAIRS, EFFORT);
    assert!(score.mean - 2.0 * score.error > 0.5, "{score}");
}
