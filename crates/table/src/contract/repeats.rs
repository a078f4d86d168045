//! The same effort gives the same answer whatever an engine was asked before: every game's tests run
//! these checks on its engines and strategies.

use std::time::Duration;

use crate::{
    Budget, Chance, Evaluation, Expert, Game, Limits, Mind, Monotonic, Referee, Seeded, Strategy,
    Trust, Turn,
};

/// From less than any engine needs to more than most positions do.
const EFFORTS: [u64; 5] = [1, 200, 5_000, 60_000, 5_000];

/// Positions of a random game, one in `every`, nature's turns included.
pub fn positions<G: Game>(mut game: G, every: usize) -> Vec<G> {
    let mut luck = Seeded::new(8);
    let mut passed = Vec::new();
    loop {
        let before = game.clone();
        match game.turn() {
            Turn::Over(_) => return passed.into_iter().step_by(every).collect(),
            Turn::Chance { outcomes, .. } => {
                game.draw(luck.below(outcomes.into()) as u8);
            }
            Turn::Player(_) => {
                let legal: Vec<_> = game.legal().collect();
                let mv = legal[luck.below(legal.len() as u32) as usize];
                game.play(mv).expect("listed as legal");
            }
        }
        passed.push(before);
    }
}

/// One engine, asked about every position at every effort and under a clock in between, answers as
/// engines do that were asked nothing else.
///
/// # Panics
/// At the first answer that differs.
#[track_caller]
pub fn check_evaluations<G: Game, E: Expert<G>>(make: fn() -> E, games: &[G]) {
    let mut engine = make();
    for effort in EFFORTS {
        let limits = effort_of(effort);
        for index in orders(games.len()) {
            let game = &games[index];
            let alone = on_its_own(game, move |game| {
                evaluate(&mut make(), game, &effort_of(effort))
            });
            let found = evaluate(&mut engine, game, &limits);
            assert_eq!(found, alone, "{game} at an effort of {effort}");
        }
        for game in games {
            evaluate(&mut engine, game, &under_a_clock());
        }
    }
}

/// The same for what a strategy plays.
///
/// # Panics
/// At the first choice that differs.
#[track_caller]
pub fn check_choices<G: Game>(make: fn() -> Box<dyn Strategy<G>>, games: &[G]) {
    let turns = games
        .iter()
        .filter(|game| matches!(game.turn(), Turn::Player(_)));
    let games: Vec<&G> = turns.collect();
    let mut minds = seated(make);
    for effort in EFFORTS {
        for index in orders(games.len()) {
            let game = games[index];
            let alone = on_its_own(game, move |game| {
                choose(seated(make), game, &effort_of(effort)).1
            });
            let (back, after) = choose(minds, game, &effort_of(effort));
            assert_eq!(after, alone, "{game} at an effort of {effort}");
            minds = back;
        }
        for game in &games {
            minds = choose(minds, game, &under_a_clock()).0;
        }
    }
}

/// Forwards, then backwards.
fn orders(count: usize) -> impl Iterator<Item = usize> {
    (0..count).chain((0..count).rev())
}

/// Several threads are allowed: under an effort limit they must not matter either.
fn effort_of(effort: u64) -> Limits {
    Limits {
        effort: Some(effort),
        threads: 3,
        ..Limits::default()
    }
}

fn under_a_clock() -> Limits {
    Limits {
        time: Some(Duration::from_millis(3)),
        ..Limits::default()
    }
}

/// In a thread of its own, because what engines remember may belong to a thread.
fn on_its_own<G: Game, T: Send>(game: &G, ask: impl FnOnce(&G) -> T + Send) -> T {
    let game = game.clone();
    std::thread::scope(|scope| scope.spawn(move || ask(&game)).join().expect("no panic"))
}

fn evaluate<G: Game>(
    engine: &mut impl Expert<G>,
    game: &G,
    limits: &Limits,
) -> Evaluation<G::Move> {
    let (Turn::Player(side) | Turn::Chance { side, .. }) = game.turn() else {
        panic!("{game} is over");
    };
    let clock = Monotonic::start();
    let budget = Budget::new(limits, &clock);
    engine
        .evaluate(game.view(side), &mut Seeded::new(1), &budget)
        .expect("nobody stops it")
}

fn seated<G: Game>(make: fn() -> Box<dyn Strategy<G>>) -> [Mind<G>; 2] {
    [(), ()].map(|()| Mind::Strategy(make()))
}

/// The minds after a choice, which remember what they will, and the game.
fn choose<G: Game>(minds: [Mind<G>; 2], game: &G, limits: &Limits) -> ([Mind<G>; 2], G) {
    let mut referee = Referee::new(game.clone(), minds, Trust::Trusting);
    referee
        .think(&mut Seeded::new(1), limits, |_, _| ())
        .expect("a player has the hand");
    let after = referee.game().clone();
    (referee.into_minds(), after)
}
