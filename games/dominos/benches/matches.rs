//! Matches on the same deals with seats exchanged.
//!
//! `cargo bench -p brelan-dominos --bench matches -- [PAIRS [EFFORT [RULE A B]]]`: by default a short
//! version of every match that the expert must win; `-- 10000 30000` is the long one. A strategy is
//! one of the table's, or `moyenne`: plain averaging of perfect-information samples.

#[path = "../tests/duel/mod.rs"]
mod duel;

use dominos::Rule;
use duel::{Score, duel};

/// What the expert must reach; more than one half against plain averaging.
const CLAIMS: [(Rule, &str, f64); 5] = [
    (Rule::One, "moyenne", 0.50),
    (Rule::One, "premier", 0.70),
    (Rule::One, "naif", 0.75),
    (Rule::Two, "premier", 0.68),
    (Rule::Two, "habile", 0.56),
];

const PAIRS: u64 = 100;
const EFFORT: u64 = 20_000;

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|text| text != "--bench")
        .collect();
    let number = |index: usize, usual| arguments.get(index).map_or(usual, |text| read(text));
    let (pairs, effort) = (number(0, PAIRS), number(1, EFFORT));
    if let Some([rule, first, second]) = arguments.get(2..5) {
        let rule = rule.parse().expect("a rule is 1 or 2");
        tell(rule, [first, second], pairs, effort);
        return;
    }
    for (rule, opponent, least) in CLAIMS {
        let score = tell(rule, ["expert", opponent], pairs, effort);
        let most = score.mean + 3.0 * score.error;
        assert!(most > least, "less than {least} against {opponent}");
    }
}

fn read(text: &str) -> u64 {
    text.parse().expect("pairs and effort are whole numbers")
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn tell(rule: Rule, names: [&str; 2], pairs: u64, effort: u64) -> Score {
    let score = duel(rule, names, pairs, effort);
    let ([first, second], games) = (names, 2 * pairs);
    println!("rule {rule}, {first} against {second}: {score} ({games} games, effort {effort})");
    score
}
