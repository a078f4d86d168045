//! Games per second of `expert` against `expert` with 10 tokens each on one core, in a bare loop over
//! the rules (target 200,000) and through the referee (target 100,000). The game is solved beforehand.
//! The share of wins must equal that of the solution within four standard errors.

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::Instant;

use jeu421::{Game421, Optimal, Solution, Solver};
use table::{
    Chance, Ending, Game, Limits, Mind, Next, Outcome, Referee, Seeded, Side, Trust, Turn,
};

const TOKENS: i32 = 10;
const GAMES: u32 = 1_000_000;
const RUNS: u32 = 5;

fn main() {
    let solution = Solver::new(2 * TOKENS as usize)
        .work(|_| false)
        .expect("policy iteration converges");
    let mut luck = Seeded::new(421);
    let bare = best_rate(&solution, |games| bare_loop(&solution, games, &mut luck));
    println!("bare loop: {bare:.0} games a second (best of {RUNS}), target 200000");
    let through = best_rate(&solution, |games| through_referee(games, &mut luck));
    println!("referee: {through:.0} games a second (best of {RUNS}), target 100000");
}

/// Plays [`GAMES`] games in several runs and returns the games per second of the fastest; `play`
/// plays a number of games and returns the wins of the first player.
fn best_rate(solution: &Solution, mut play: impl FnMut(u32) -> u32) -> f64 {
    let games = GAMES / RUNS;
    let (mut best, mut wins) = (0.0, 0);
    for _ in 0..RUNS {
        let start = Instant::now();
        wins += play(games);
        best = f64::max(best, f64::from(games) / start.elapsed().as_secs_f64());
    }
    let share = f64::from(wins) / f64::from(GAMES);
    let expected = solution.winning(TOKENS);
    let error = (expected * (1.0 - expected) / f64::from(GAMES)).sqrt();
    println!(
        "{GAMES} games: {share:.6} won by the first player, {expected:.6} ± {error:.6} expected"
    );
    assert!(
        (share - expected).abs() < 4.0 * error,
        "{share} for {expected}"
    );
    best
}

fn bare_loop(solution: &Solution, games: u32, luck: &mut Seeded) -> u32 {
    let mut wins = 0;
    for _ in 0..games {
        let mut game = Game421::new(TOKENS).expect("the number of tokens is allowed");
        wins += loop {
            match game.turn() {
                Turn::Over(outcome) => break u32::from(outcome == Outcome::Win(Side::First)),
                Turn::Chance { .. } => drop(game.draw(luck.below(6) as u8)),
                Turn::Player(_) => drop(
                    game.play(solution.best(&game))
                        .expect("the best move is legal"),
                ),
            }
        };
    }
    wins
}

fn through_referee(games: u32, luck: &mut Seeded) -> u32 {
    let mut players = [
        Mind::strategy(Optimal::default()),
        Mind::strategy(Optimal::default()),
    ];
    let limits = Limits::default();
    let mut wins = 0;
    for _ in 0..games {
        let game = Game421::new(TOKENS).expect("the number of tokens is allowed");
        let mut referee = Referee::new(game, players, Trust::Guarded);
        let ending = loop {
            let done = match referee.next(|_, _| ()) {
                Next::Over(ending) => break ending,
                Next::Draw { .. } => referee.draw(luck.below(6) as u8, |_, _| ()),
                Next::Think(_) | Next::Answer(_) => referee.think(luck, &limits, |_, _| ()),
            };
            done.expect("the referee gets what it asked for");
        };
        wins += u32::from(ending == Ending::Played(Outcome::Win(Side::First)));
        players = referee.into_minds();
    }
    wins
}
