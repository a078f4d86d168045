//! A small version of the matches that the benchmark of that name plays.

mod duel;

use dominos::Rule;
use duel::{CLAIMS, Score, duel};
use table::Limits;

/// Effort and number of games that a test can afford.
const EFFORT: u64 = 2_000;
const PAIRS: u64 = 150;

fn match_of(rule: Rule, names: [&str; 2]) -> Score {
    let limits = Limits {
        effort: Some(EFFORT),
        ..Limits::default()
    };
    duel(rule, names, PAIRS, &limits)
}

#[test]
fn no_claim_of_the_expert_is_refuted_by_a_short_match() {
    for (rule, opponent, least) in CLAIMS {
        let score = match_of(rule, ["expert", opponent]);
        let most = score.mean + 3.0 * score.error;
        assert!(most > least, "{rule} against {opponent}: {score}");
    }
}

#[test]
fn the_expert_beats_what_does_not_look_ahead_by_far() {
    for (rule, opponent) in [
        (Rule::One, "naif"),
        (Rule::One, "premier"),
        (Rule::Two, "premier"),
    ] {
        let score = match_of(rule, ["expert", opponent]);
        let least = score.mean - 2.0 * score.error;
        assert!(least > 0.55, "{rule} against {opponent}: {score}");
    }
}

#[test]
fn seeing_the_other_hand_beats_the_expert() {
    let score = match_of(Rule::One, ["tricheur", "expert"]);
    assert!(score.mean - 2.0 * score.error > 0.5, "{score}");
}
