//! The expert never loses what is not lost, and wins what is won.

use puissance4::{Colour, Drop, Exact, Puissance4, Solver};
use table::{Budget, Chance, Expert, Limits, Monotonic, Seeded, Value};

const DISCS: usize = 18;

/// A game in progress after so many random discs.
fn random_opening(luck: &mut dyn Chance) -> Puissance4 {
    loop {
        let mut game = Puissance4::default();
        while game.grid().discs() < DISCS && !game.is_over() {
            let column = game.grid().random_advice(luck).expect("not full");
            game.drop_disc(column.into()).expect("advised");
        }
        if !game.is_over() {
            return game;
        }
    }
}

fn evaluate(expert: &mut Exact, game: &Puissance4, luck: &mut dyn Chance) -> (i32, Drop) {
    let (limits, clock) = (Limits::default(), Monotonic::start());
    let evaluation = expert
        .evaluate(game, luck, &Budget::new(&limits, &clock))
        .expect("nobody stops it");
    let Value::Exact {
        score: Some(score), ..
    } = evaluation.value
    else {
        panic!("{evaluation:?}")
    };
    (score, evaluation.best().expect("not over"))
}

type Opponent = fn(&mut Exact, &Puissance4, &mut Seeded) -> Drop;

/// Plays the expert, who is to move, against `opponent`; says what the start was worth to it.
fn play_out(mut game: Puissance4, opponent: Opponent, luck: &mut Seeded) -> (i32, Option<Colour>) {
    let mut expert = Exact::new(Solver::new(1 << 20));
    let side = game.to_move();
    let (score, _) = evaluate(&mut expert, &game, luck);
    while !game.is_over() {
        let mv = if game.to_move() == side {
            evaluate(&mut expert, &game, luck).1
        } else {
            opponent(&mut expert, &game, luck)
        };
        game.drop_disc(mv).expect("legal");
    }
    (score, game.winner())
}

#[track_caller]
fn check_never_loses(opponent: Opponent) {
    let mut luck = Seeded::new(11);
    for _ in 0..30 {
        let game = random_opening(&mut luck);
        let side = game.to_move();
        let (score, winner) = play_out(game.clone(), opponent, &mut luck);
        match score {
            1.. => assert_eq!(winner, Some(side), "won from {game}"),
            0 => assert_ne!(winner, Some(side.other()), "drawn from {game}"),
            _ => {}
        }
    }
}

#[test]
fn against_naif() {
    check_never_loses(|_, game, luck| game.grid().random_advice(luck).unwrap().into());
}

#[test]
fn against_glouton() {
    check_never_loses(|_, game, luck| game.grid().advice(game.to_move(), luck).unwrap().into());
}

#[test]
fn against_itself() {
    check_never_loses(|expert, game, luck| evaluate(expert, game, luck).1);
}
