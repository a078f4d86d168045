//! Speed of reviews: games per second of one core for the matches and 421; for Puissance 4, awalé
//! and dominos, the median time of a game and the number of choices that were proved.
//!
//! `cargo bench -p brelan-games --bench review [GAMES]`

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::time::Instant;

use cpu_time::ProcessTime;
use host::{GameInfo, Options, Setup, Waiting, advance};
use review::{PlyKind, Review};
use table::{Limits, Player, Record, Trust};

/// Plays one game between two strategies.
fn recorded(game: &GameInfo, players: [&str; 2], seed: u64) -> Record {
    let setup = Setup {
        options: Options::default(),
        players: players.map(|strategy| Player::strategy(strategy, strategy)),
        trust: Trust::Guarded,
        seed,
    };
    let limits = Limits {
        effort: Some(2_000),
        ..Limits::default()
    };
    let mut table = game.open(&setup).expect("the default options are accepted");
    let mut entries = Vec::new();
    let waiting = advance(&mut *table, &limits, &mut |event| {
        entries.extend(event.entry());
    });
    assert!(
        matches!(waiting, Waiting::Over(_)),
        "both players are strategies"
    );
    let mut record = Record::new(table.header().clone());
    for entry in entries {
        record.push(entry);
    }
    record
}

fn records(game: &GameInfo, pairs: &[[&str; 2]], count: u64) -> Vec<Record> {
    let pair = |seed: u64| pairs[seed as usize % pairs.len()];
    (0..count)
        .map(|seed| recorded(game, pair(seed), seed))
        .collect()
}

/// Checks that the terms of a review add up to the result.
fn check(review: &Review) {
    let result = review.result().expect("the game was played to its end");
    assert!((review.sum.total() - (result - 0.5)).abs() < 1e-9);
}

/// Prints the games per second of processor time, the best of five rounds.
fn rate(name: &str, pairs: &[[&str; 2]], count: u64) {
    let game = games::find(name).expect("the game is registered");
    let records = records(game, pairs, count);
    let reviewer = game.reviewer(&Options::default());
    let mut reviewer = reviewer.expect("the default options are accepted");
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = ProcessTime::now();
        for record in &records {
            let review = reviewer.review(record, &Limits::default(), &mut |_| ());
            check(&review.expect("a played game replays"));
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!(
        "{name}: {:.0} games a second on one core",
        count as f64 / best
    );
}

/// Prints the wall time of reviews, each with a fresh engine, and the number of proved choices.
fn whole(name: &str, pairs: &[[&str; 2]], count: u64, threads: usize) {
    let game = games::find(name).expect("the game is registered");
    let mut times = Vec::new();
    let (mut choices, mut known) = (0, 0);
    for record in records(game, pairs, count) {
        let reviewer = game.reviewer(&Options::default());
        let mut reviewer = reviewer.expect("the default options are accepted");
        let limits = Limits {
            threads,
            ..Limits::default()
        };
        let start = Instant::now();
        let review = reviewer.review(&record, &limits, &mut |_| ());
        let review = review.expect("a played game replays");
        times.push(start.elapsed());
        check(&review);
        for ply in &review.plies {
            if let PlyKind::Choice(choice) = &ply.kind {
                choices += 1;
                known += u32::from(choice.name.is_some());
            }
        }
    }
    times.sort();
    let (median, most) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{name}: median {median:.2?}, longest {most:.2?} of {count} games; {known} of {choices} choices known"
    );
}

fn main() {
    let asked = std::env::args().find_map(|argument| argument.parse().ok());
    let count: u64 = asked.unwrap_or(9);
    let few = count.min(5);
    let pairs = [["naif", "expert"], ["rapide", "naif"], ["expert", "lente"]];
    rate("allumettes", &pairs, 10_000);
    let pairs = [
        ["naif", "expert"],
        ["glouton", "naif"],
        ["expert", "glouton"],
    ];
    rate("421", &pairs, 1_000);
    let pairs = [["naif", "expert"], ["naif", "naif"], ["expert", "glouton"]];
    whole("puissance4", &pairs, count, 2);
    let pairs = [["naif", "glouton"], ["glouton", "glouton"]];
    whole("awale", &pairs, few, 1);
    let pairs = [["naif", "habile"], ["habile", "premier"]];
    whole("dominos", &pairs, few, 1);
}
