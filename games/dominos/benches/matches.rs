//! Matches of strategies in which each deal is played twice with seats exchanged.
//!
//! `cargo bench -p brelan-dominos --bench matches -- [PAIRS [EFFORT [RULE A B]]]`: the default is a
//! short version of every match that the expert must win; `-- 10000 20000` is the long version. An
//! effort such as `200ms` is a time instead. A strategy is one of the game's, or `moyenne`, the engine
//! that averages with equal weights.

#[path = "../tests/duel/mod.rs"]
mod duel;

use std::time::Duration;

use dominos::Rule;
use duel::{CLAIMS, Score, duel};
use table::Limits;

const PAIRS: &str = "100";
const EFFORT: &str = "20000";

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|text| text != "--bench")
        .collect();
    let given = |index: usize, usual: &'static str| arguments.get(index).map_or(usual, |text| text);
    let (pairs, effort) = (number(given(0, PAIRS)), given(1, EFFORT));
    if let Some([rule, first, second]) = arguments.get(2..5) {
        let rule = rule.parse().expect("the rule is 1 or 2");
        play_and_print(rule, [first, second], pairs, effort);
        return;
    }
    for (rule, opponent, least) in CLAIMS {
        let score = play_and_print(rule, ["expert", opponent], pairs, effort);
        let most = score.mean + 3.0 * score.error;
        assert!(most > least, "less than {least} against {opponent}");
    }
}

fn number(text: &str) -> u64 {
    text.parse().expect("the argument is a whole number")
}

/// Limits from a number of nodes or a time such as `200ms`.
fn limits(text: &str) -> Limits {
    let mut limits = Limits::default();
    match text.strip_suffix("ms") {
        Some(time) => limits.time = Some(Duration::from_millis(number(time))),
        None => limits.effort = Some(number(text)),
    }
    limits
}

#[expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]
fn play_and_print(rule: Rule, names: [&str; 2], pairs: u64, effort: &str) -> Score {
    let score = duel(rule, names, pairs, &limits(effort));
    let ([first, second], games) = (names, 2 * pairs);
    println!("rule {rule}, {first} against {second}: {score} ({games} games, effort {effort})");
    score
}
