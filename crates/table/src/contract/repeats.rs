//! Checks that the same effort gives the same answer, whatever an engine searched before. The tests
//! of every game run them on its engines and strategies.

use std::time::Duration;

use crate::{
    Budget, Chance, Evaluation, Expert, Game, Limits, Mind, Monotonic, Referee, Seeded, Strategy,
    Trust, Turn,
};

/// Effort limits, in nodes or samples: from too few for any engine to more than most positions
/// need.
const EFFORTS: [u64; 5] = [1, 200, 5_000, 60_000, 5_000];

/// Every `every`-th position of a random game, chance turns included.
pub fn positions<G: Game>(mut game: G, every: usize) -> Vec<G> {
    let mut luck = Seeded::new(8);
    let mut positions = Vec::new();
    loop {
        let before = game.clone();
        match game.turn() {
            Turn::Over(_) => return positions.into_iter().step_by(every).collect(),
            Turn::Chance { outcomes, .. } => {
                game.draw(luck.below(outcomes.into()) as u8);
            }
            Turn::Player(_) => {
                let legal: Vec<_> = game.legal().collect();
                let mv = legal[luck.below(legal.len() as u32) as usize];
                game.play(mv).expect("a listed move is legal");
            }
        }
        positions.push(before);
    }
}

/// Checks that one engine, used for every position with every effort limit, and with time limits in
/// between, gives the same evaluations as a fresh engine for each.
///
/// # Panics
/// At the first evaluation that differs.
#[track_caller]
pub fn check_evaluations<G: Game, E: Expert<G>>(make: fn() -> E, games: &[G]) {
    let mut engine = make();
    for effort in EFFORTS {
        let limits = effort_limits(effort);
        for index in orders(games.len()) {
            let game = &games[index];
            let fresh = in_own_thread(game, move |game| {
                evaluate(&mut make(), game, &effort_limits(effort))
            });
            let found = evaluate(&mut engine, game, &limits);
            assert_eq!(found, fresh, "{game} at an effort of {effort}");
        }
        for game in games {
            evaluate(&mut engine, game, &clock_limits());
        }
    }
}

/// Checks that one strategy plays the same moves as a fresh one, as [`check_evaluations`] does.
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
            let fresh = in_own_thread(game, move |game| {
                choose(seated(make), game, &effort_limits(effort)).1
            });
            let (used, after) = choose(minds, game, &effort_limits(effort));
            assert_eq!(after, fresh, "{game} at an effort of {effort}");
            minds = used;
        }
        for game in &games {
            minds = choose(minds, game, &clock_limits()).0;
        }
    }
}

/// Every index in ascending, then in descending order.
fn orders(count: usize) -> impl Iterator<Item = usize> {
    (0..count).chain((0..count).rev())
}

/// Limits with three threads: under an effort limit, threads must not change the answer.
fn effort_limits(effort: u64) -> Limits {
    Limits {
        effort: Some(effort),
        threads: 3,
        ..Limits::default()
    }
}

fn clock_limits() -> Limits {
    Limits {
        time: Some(Duration::from_millis(3)),
        ..Limits::default()
    }
}

/// Runs `ask` in a new thread, because engines may keep thread-local caches.
fn in_own_thread<G: Game, T: Send>(game: &G, ask: impl FnOnce(&G) -> T + Send) -> T {
    let game = game.clone();
    std::thread::scope(|scope| {
        scope
            .spawn(move || ask(&game))
            .join()
            .expect("the search does not panic")
    })
}

fn evaluate<G: Game>(
    engine: &mut impl Expert<G>,
    game: &G,
    limits: &Limits,
) -> Evaluation<G::Move> {
    let (Turn::Player(side) | Turn::Chance { side, .. }) = game.turn() else {
        panic!("a finished game has no side to evaluate: {game}");
    };
    let clock = Monotonic::start();
    let budget = Budget::new(limits, &clock);
    engine
        .evaluate(game.view(side), &mut Seeded::new(1), &budget)
        .expect("the stop flag is not set")
}

fn seated<G: Game>(make: fn() -> Box<dyn Strategy<G>>) -> [Mind<G>; 2] {
    [(), ()].map(|()| Mind::Strategy(make()))
}

/// Plays one move, and returns the minds for reuse and the game after the move.
fn choose<G: Game>(minds: [Mind<G>; 2], game: &G, limits: &Limits) -> ([Mind<G>; 2], G) {
    let mut referee = Referee::new(game.clone(), minds, Trust::Trusting);
    referee
        .think(&mut Seeded::new(1), limits, |_, _| ())
        .expect("a strategy is to move");
    let after = referee.game().clone();
    (referee.into_minds(), after)
}
