//! Random games per second on the packed board, compared with `OpenSpiel`'s C++ rollouts in the same
//! run.
//!
//! `OpenSpiel` runs in the Python named by `OPEN_SPIEL_PYTHON`, or in that of `./check`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::process::Command;
use std::time::Instant;

use puissance4::{Board, Outcome, Side, random_game};

const GAMES: u32 = 1_000_000;

/// Python program that prints games per second of `OpenSpiel`: one step of a tree search that
/// evaluates the empty board by random games, all in C++.
const OPEN_SPIEL: &str = "
import time, pyspiel
rollouts = 50000
game = pyspiel.load_game('connect_four')
evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1000, True, 42, False)
start = time.perf_counter()
bot.step(game.new_initial_state())
print(rollouts / (time.perf_counter() - start))
";

fn main() {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 32) as u32
    };
    let start = Instant::now();
    let mut wins = 0;
    for _ in 0..GAMES {
        let (outcome, _) = random_game(Board::EMPTY, &mut random);
        wins += u32::from(outcome == Outcome::Win(Side::First));
    }
    let rate = f64::from(GAMES) / start.elapsed().as_secs_f64();
    let share = f64::from(wins) / f64::from(GAMES);
    assert!(
        (0.54..0.57).contains(&share),
        "the first player wins 55.6 % of random games: {share}"
    );
    match open_spiel() {
        Some(peer) => println!(
            "{rate:.0} games/s, OpenSpiel {peer:.0}, {:.1} times",
            rate / peer
        ),
        None => println!("{rate:.0} games/s, OpenSpiel not installed"),
    }
}

/// Games per second of `OpenSpiel`, if it is installed.
fn open_spiel() -> Option<f64> {
    let root = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../target/check/venv/bin/python"
    );
    let python = std::env::var("OPEN_SPIEL_PYTHON").unwrap_or_else(|_| root.to_owned());
    let output = Command::new(python)
        .args(["-c", OPEN_SPIEL])
        .output()
        .ok()?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
