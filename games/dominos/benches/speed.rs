//! Speed of the solver and of random games, and the overrun of the expert's time limit:
//!
//! `cargo bench -p brelan-dominos --bench speed`

#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use dominos::{Dominos, Engine, Move, Rule, Solver};
use table::{Chance, Game, Limits, Mind, Next, Outcome, Referee, Seeded, Trust, Turn};

const SOLVES: u64 = 5_000;
const GAMES: u64 = 200_000;
const RUNS: u32 = 3;

fn main() {
    for rule in [Rule::One, Rule::Two] {
        let solved = best_of(|| solves(rule), SOLVES);
        println!("rule {rule}: {solved:.0} solves of random deals a second");
        assert!(solved > 2_000.0, "the target is 2,000");
        let played = best_of(|| random_games(rule), GAMES);
        println!("rule {rule}: {played:.0} random games a second");
        assert!(played > 300_000.0, "the target is 300,000");
    }
    overruns();
}

/// Units per second of processor time in the fastest run, where one run is `count` units.
fn best_of(run: impl Fn(), count: u64) -> f64 {
    let time = |_| {
        let start = ThreadTime::now();
        run();
        start.elapsed()
    };
    let best = (0..RUNS).map(time).min().unwrap_or(Duration::MAX);
    count as f64 / best.as_secs_f64()
}

/// A game after a random deal.
fn dealt(rule: Rule, luck: &mut Seeded) -> Dominos {
    let mut game = Dominos::new(rule, rule.usual_size()).expect("the usual size can be dealt");
    while let Turn::Chance { outcomes, .. } = game.turn() {
        game.draw(luck.below(outcomes.into()) as u8);
    }
    game
}

/// Solves random deals; the opening side must win between 30 and 70 % of them.
fn solves(rule: Rule) {
    let mut luck = Seeded::new(1);
    let mut solver = Solver::default();
    let mut won = 0;
    for _ in 0..SOLVES {
        let game = dealt(rule, &mut luck);
        let yard: Vec<_> = game.boneyard().into_iter().collect();
        let outcome = solver.outcome(&game, &yard).expect("the deal is complete");
        won +=
            u32::from(matches!(game.turn(), Turn::Player(side) if outcome == Outcome::Win(side)));
    }
    let share = f64::from(won) / SOLVES as f64;
    assert!((0.3..0.7).contains(&share), "the opener wins {share}");
}

/// Plays random games; both sides must win about equally often.
fn random_games(rule: Rule) {
    let mut luck = Seeded::new(2);
    let mut wins = [0u64; 2];
    for _ in 0..GAMES {
        let outcome = random_game(rule, &mut luck);
        if let Outcome::Win(side) = outcome {
            wins[side.index()] += 1;
        }
    }
    // The sides are symmetric: their wins differ by less than four standard deviations.
    let far = (4.0 * (GAMES as f64).sqrt()) as u64;
    assert!(wins[0].abs_diff(wins[1]) < far, "{wins:?}");
}

fn random_game(rule: Rule, luck: &mut Seeded) -> Outcome {
    let mut game = Dominos::new(rule, rule.usual_size()).expect("the usual size can be dealt");
    loop {
        match game.turn() {
            Turn::Over(outcome) => return outcome,
            Turn::Chance { outcomes, .. } => {
                game.draw(luck.below(outcomes.into()) as u8);
            }
            Turn::Player(_) => {
                let mv = any_move(&game, luck);
                game.play(mv).expect("the move is legal");
            }
        }
    }
}

/// A random legal move: the n-th replaces the choice with probability 1/n.
fn any_move(game: &Dominos, luck: &mut Seeded) -> Move {
    let (mut seen, mut chosen) = (0, Move::Pass);
    for mv in game.legal() {
        seen += 1;
        if seen == 1 || luck.below(seen) == 0 {
            chosen = mv;
        }
    }
    chosen
}

/// Prints the 99th percentile of the time by which the expert exceeds its limit of 20 ms, in games
/// against itself.
fn overruns() {
    let time = Duration::from_millis(20);
    let limits = Limits {
        time: Some(time),
        ..Limits::default()
    };
    let mut late = Vec::new();
    for seed in 0..20 {
        let rule = if seed % 2 == 0 { Rule::One } else { Rule::Two };
        let mut luck = Seeded::new(seed);
        let experts = [(), ()].map(|()| Mind::strategy(Engine::default()));
        let mut referee = Referee::new(dealt(rule, &mut luck), experts, Trust::Guarded);
        loop {
            match referee.next(|_, _| ()) {
                Next::Over(_) | Next::Answer(_) => break,
                Next::Draw { outcomes, .. } => {
                    let outcome = luck.below(outcomes.into()) as u8;
                    let drawn = referee.draw(outcome, |_, _| ());
                    drawn.expect("the referee asked for a tile");
                }
                Next::Think(_) => {
                    let start = Instant::now();
                    let thought = referee.think(&mut luck, &limits, |_, _| ());
                    thought.expect("both players are strategies");
                    // A move without a choice takes less than the limit and is left out.
                    late.extend(start.elapsed().checked_sub(time));
                }
            }
        }
    }
    late.sort_unstable();
    let (p99, moves) = (late[late.len() * 99 / 100], late.len());
    println!("expert: p99 overrun {p99:?} over {moves} moves");
    assert!(p99 < Duration::from_millis(20), "the target is 20 ms");
}
