//! The expert never loses what is not lost, and wins what is won.

use puissance4::{Colour, Move, Puissance4, Solver};
use table::{Budget, Chance, Seeded};

/// A game in progress after so many random discs.
fn random_opening(discs: usize, luck: &mut dyn Chance) -> Puissance4 {
    loop {
        let mut game = Puissance4::default();
        while game.grid().discs() < discs && !game.is_over() {
            let column = game.grid().random_advice(luck).expect("not full");
            game.drop_disc(column.into()).expect("advised");
        }
        if !game.is_over() {
            return game;
        }
    }
}

type Opponent = fn(&Solver, &Puissance4, &mut Seeded) -> Move;

/// Plays the expert, who is to move, against `opponent`; says what the start was worth to it.
fn play_out(
    solver: &Solver,
    mut game: Puissance4,
    opponent: Opponent,
    luck: &mut Seeded,
) -> (i32, Option<Colour>) {
    let solved = solver.solve(game.board(), &Budget::unlimited());
    let score = solved.bounds.exact().expect("no limit is set");
    let side = game.to_move();
    while !game.is_over() {
        let mv = if game.to_move() == side {
            itself(solver, &game, luck)
        } else {
            opponent(solver, &game, luck)
        };
        game.drop_disc(mv).expect("legal");
    }
    (score, game.winner())
}

/// A hundred games from openings of 18 discs.
#[track_caller]
fn check_never_loses(opponent: Opponent) {
    check_games(opponent, (0..100).map(|_| 18));
}

/// Two thousand games from openings of 12 to 27 discs.
#[track_caller]
fn check_never_loses_at_length(opponent: Opponent) {
    check_games(opponent, (0..2000).map(|game| 12 + game % 16));
}

#[track_caller]
fn check_games(opponent: Opponent, openings: impl Iterator<Item = usize>) {
    let (solver, mut luck) = (Solver::new(16 << 20), Seeded::new(11));
    for discs in openings {
        let game = random_opening(discs, &mut luck);
        let side = game.to_move();
        let (score, winner) = play_out(&solver, game.clone(), opponent, &mut luck);
        match score {
            1.. => assert_eq!(winner, Some(side), "won from {game}"),
            0 => assert_ne!(winner, Some(side.other()), "drawn from {game}"),
            _ => {}
        }
    }
}

fn naive(_: &Solver, game: &Puissance4, luck: &mut Seeded) -> Move {
    game.grid().random_advice(luck).expect("not full").into()
}

fn greedy(_: &Solver, game: &Puissance4, luck: &mut Seeded) -> Move {
    let advice = game.grid().advice(game.to_move(), luck);
    advice.expect("not full").into()
}

/// What the strategy `expert` chooses.
fn itself(solver: &Solver, game: &Puissance4, _: &mut Seeded) -> Move {
    let best = solver.best(game.board(), &Budget::unlimited());
    best.expect("not over").into()
}

#[test]
fn against_naif() {
    check_never_loses(naive);
}

#[test]
fn against_glouton() {
    check_never_loses(greedy);
}

#[test]
fn against_itself() {
    check_never_loses(itself);
}

#[test]
#[ignore = "minutes: cargo nextest run -p brelan-puissance4 --run-ignored only"]
fn against_naif_at_length() {
    check_never_loses_at_length(naive);
}

#[test]
#[ignore = "minutes"]
fn against_glouton_at_length() {
    check_never_loses_at_length(greedy);
}

#[test]
#[ignore = "minutes"]
fn against_itself_at_length() {
    check_never_loses_at_length(itself);
}
