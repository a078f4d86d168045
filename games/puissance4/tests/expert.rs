//! The expert wins every won position and never loses a drawn one.

use puissance4::{Colour, Move, Puissance4, Solver};
use table::{Budget, Chance, Seeded};

/// A game in progress after `discs` random discs.
fn random_opening(discs: usize, luck: &mut dyn Chance) -> Puissance4 {
    loop {
        let mut game = Puissance4::default();
        while game.grid().discs() < discs && !game.is_over() {
            let column = game
                .grid()
                .random_advice(luck)
                .expect("the grid is not full");
            game.drop_disc(column.into())
                .expect("the column is playable");
        }
        if !game.is_over() {
            return game;
        }
    }
}

/// Chooses the moves of the expert's opponent.
type Opponent = fn(&Solver, &Puissance4, &mut Seeded) -> Move;

/// Plays a game of the expert, who is to move, against `opponent`; returns the score of the start for
/// the expert and the winner.
fn play_out(
    solver: &Solver,
    mut game: Puissance4,
    opponent: Opponent,
    luck: &mut Seeded,
) -> (i32, Option<Colour>) {
    let solved = solver.solve(game.board(), &Budget::unlimited());
    let score = solved.bounds.exact().expect("the budget is unlimited");
    let side = game.to_move();
    while !game.is_over() {
        let mv = if game.to_move() == side {
            itself(solver, &game, luck)
        } else {
            opponent(solver, &game, luck)
        };
        game.drop_disc(mv).expect("the move is legal");
    }
    (score, game.winner())
}

/// Checks a hundred games from openings of 18 discs.
#[track_caller]
fn check_never_loses(opponent: Opponent) {
    check_games(opponent, (0..100).map(|_| 18));
}

/// Checks two thousand games from openings of 12 to 27 discs.
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
    let advice = game.grid().random_advice(luck);
    advice.expect("the grid is not full").into()
}

fn greedy(_: &Solver, game: &Puissance4, luck: &mut Seeded) -> Move {
    let advice = game.grid().advice(game.to_move(), luck);
    advice.expect("the grid is not full").into()
}

/// The move of the strategy `expert`.
fn itself(solver: &Solver, game: &Puissance4, _: &mut Seeded) -> Move {
    let best = solver.best(game.board(), &Budget::unlimited());
    best.expect("the game is not over").into()
}

#[test]
fn expert_keeps_every_score_against_naif() {
    check_never_loses(naive);
}

#[test]
fn expert_keeps_every_score_against_glouton() {
    check_never_loses(greedy);
}

#[test]
fn expert_keeps_every_score_against_itself() {
    check_never_loses(itself);
}

#[test]
#[ignore = "takes minutes: cargo nextest run -p brelan-puissance4 --run-ignored only"]
fn expert_keeps_every_score_against_naif_in_2000_games() {
    check_never_loses_at_length(naive);
}

#[test]
#[ignore = "takes minutes"]
fn expert_keeps_every_score_against_glouton_in_2000_games() {
    check_never_loses_at_length(greedy);
}

#[test]
#[ignore = "takes minutes"]
fn expert_keeps_every_score_against_itself_in_2000_games() {
    check_never_loses_at_length(itself);
}
