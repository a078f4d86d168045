//! Games per second of `rapide` against `rapide` through the referee on one core, without events. The
//! target is 1,000,000.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use allumettes::{Fast, Matches};
use table::{Ending, Limits, Mind, Next, Outcome, Referee, Seeded, Side, Trust};

const GAMES: u32 = 1_000_000;

fn main() {
    let rates = (0..5).map(|_| rate()).collect::<Vec<_>>();
    let best = rates.iter().copied().fold(0.0, f64::max);
    println!(
        "referee: {best:.0} games a second (best of {}), target 1000000",
        rates.len()
    );
}

fn rate() -> f64 {
    let mut players = [Mind::strategy(Fast), Mind::strategy(Fast)];
    let mut luck = Seeded::new(0);
    let limits = Limits::default();
    let start = Instant::now();
    for _ in 0..GAMES {
        let mut referee = Referee::new(Matches::default(), players, Trust::Guarded);
        let ending = loop {
            match referee.next(|_, _| ()) {
                Next::Over(ending) => break ending,
                _ => referee
                    .think(&mut luck, &limits, |_, _| ())
                    .expect("both players are strategies"),
            }
        };
        // 3 + 3 + 3 + 3 + 1: the first player takes the last match.
        assert_eq!(ending, Ending::Played(Outcome::Win(Side::Second)));
        players = referee.into_minds();
    }
    f64::from(GAMES) / start.elapsed().as_secs_f64()
}
