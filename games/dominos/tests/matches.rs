//! A short version of the matches of the benchmark `matches`.

mod duel;

use dominos::Rule;
use duel::{CLAIMS, Score, duel};
use table::Limits;

/// Effort of one move, in nodes of the solver.
const EFFORT: u64 = 2_000;
/// Number of pairs of games on one deal.
const PAIRS: u64 = 150;

fn play_match(rule: Rule, names: [&str; 2]) -> Score {
    let limits = Limits {
        effort: Some(EFFORT),
        ..Limits::default()
    };
    duel(rule, names, PAIRS, &limits)
}

#[test]
fn short_matches_do_not_contradict_the_documented_scores() {
    for (rule, opponent, least) in CLAIMS {
        let score = play_match(rule, ["expert", opponent]);
        let most = score.mean + 3.0 * score.error;
        assert!(most > least, "{rule} against {opponent}: {score}");
    }
}

#[test]
fn the_expert_clearly_beats_strategies_that_do_not_search() {
    for (rule, opponent) in [
        (Rule::One, "naif"),
        (Rule::One, "premier"),
        (Rule::Two, "premier"),
    ] {
        let score = play_match(rule, ["expert", opponent]);
        let least = score.mean - 2.0 * score.error;
        assert!(least > 0.55, "{rule} against {opponent}: {score}");
    }
}

#[test]
fn tricheur_beats_the_expert_by_seeing_its_hand() {
    let score = play_match(Rule::One, ["tricheur", "expert"]);
    assert!(score.mean - 2.0 * score.error > 0.5, "{score}");
}
