//! Evaluations of the engine at every turn of random games, and views as text.

use dominos::{Dominos, Engine, ImpossibleView, Move, NotationError, Rule, Seen, Solver};
use table::{
    Budget, Chance, Evaluation, Expert, Game, Limits, Monotonic, Outcome, Seeded, Side, Turn, Value,
};

fn evaluate(game: &Dominos, side: Side, effort: u64) -> Evaluation<Move> {
    let limits = Limits {
        effort: Some(effort),
        ..Limits::default()
    };
    let clock = Monotonic::start();
    let budget = Budget::new(&limits, &clock);
    let evaluation = Engine::default().evaluate(game.view(side), &mut Seeded::new(1), &budget);
    evaluation.expect("the budget is not stopped")
}

fn legal(game: &Dominos) -> Vec<Move> {
    let mut moves = Vec::new();
    moves.extend(game.legal());
    moves
}

/// Plays a random move or chance event.
fn step(game: &mut Dominos, luck: &mut Seeded) {
    match game.turn() {
        Turn::Over(_) => (),
        Turn::Chance { outcomes, .. } => {
            game.draw(luck.below(outcomes.into()) as u8);
        }
        Turn::Player(_) => {
            let moves = legal(game);
            let mv = moves[luck.below(moves.len() as u32) as usize];
            game.play(mv).expect("the move is legal");
        }
    }
}

/// Probabilities of win, draw and loss.
fn shares(value: Value) -> [f64; 3] {
    match value {
        Value::Exact {
            win, draw, loss, ..
        }
        | Value::Sampled {
            win, draw, loss, ..
        } => [win, draw, loss],
        Value::Bounded { .. } | Value::Estimate { .. } => panic!("{value:?} has no shares"),
    }
}

#[test]
fn every_turn_has_a_value_and_its_mover_a_value_for_every_legal_move() {
    for (seed, rule) in [Rule::One, Rule::Two, Rule::One, Rule::Two]
        .into_iter()
        .enumerate()
    {
        let mut luck = Seeded::new(seed as u64);
        let mut game = Dominos::new(rule, rule.usual_size()).unwrap();
        loop {
            for side in Side::BOTH {
                let evaluation = evaluate(&game, side, 200);
                let moves: Vec<Move> = evaluation.moves.iter().map(|(mv, _)| *mv).collect();
                let mover = game.turn() == Turn::Player(side);
                assert_eq!(
                    moves,
                    if mover { legal(&game) } else { Vec::new() },
                    "{game}"
                );
                let total: f64 = shares(evaluation.value).iter().sum();
                assert!((total - 1.0).abs() < 1e-9, "{game}: {evaluation:?}");
            }
            if matches!(game.turn(), Turn::Over(_)) {
                break;
            }
            step(&mut game, &mut luck);
        }
    }
}

#[test]
fn the_text_of_a_view_parses_to_the_same_view() {
    for (seed, rule) in [Rule::One, Rule::Two].into_iter().enumerate() {
        let mut luck = Seeded::new(10 + seed as u64);
        let mut game = Dominos::new(rule, rule.usual_size()).unwrap();
        while !matches!(game.turn(), Turn::Over(_)) {
            for side in Side::BOTH {
                let text = game.view(side).to_string();
                let seen: Seen = text
                    .parse()
                    .unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(seen.view(), game.view(side), "{text}");
            }
            step(&mut game, &mut luck);
        }
    }
}

#[test]
fn impossible_views_are_refused_with_the_reason() {
    let tile = |text: &str| text.parse().unwrap();
    let cases = [
        ("1x15 first 66,54 2/2 : first", ImpossibleView::Deal),
        (
            "1x3 first 30,10 2/22 : first passe 66",
            ImpossibleView::Stuck,
        ),
        (
            "1x3 first 30,10 2/22 : first 66 pioche",
            ImpossibleView::Stuck,
        ),
        (
            "1x10 first 66,54 10/8 : second 65 54",
            ImpossibleView::Twice(tile("54")),
        ),
        (
            "1x3 first 30,10 2/22 : first 66 54",
            ImpossibleView::DoesNotFit(tile("54")),
        ),
        ("1x3 first 30,10 3/22 : first 66 65", ImpossibleView::Counts),
        ("1x1 first 66 1/26 : second", ImpossibleView::Opponent),
        (
            "2x13 first 00,10,11,20,21,22,30,31,32,33,40,41,42 13/2 : first",
            ImpossibleView::Opponent,
        ),
    ];
    for (text, fault) in cases {
        let refused = Err(NotationError::Impossible(fault));
        assert_eq!(text.parse::<Seen>(), refused, "{text}");
    }
    for text in ["", "1x10", "1x3 third 30,10 2/22 : first 66 65"] {
        let error = text.parse::<Seen>().expect_err(text);
        assert!(!matches!(error, NotationError::Impossible(_)), "{text}");
    }
}

/// With 14 tiles each no tile is hidden, so that the engine must return the solver's exact value.
#[test]
fn games_without_hidden_tiles_are_solved_exactly() {
    let mut solver = Solver::default();
    for seed in 0..20 {
        let mut luck = Seeded::new(seed);
        let mut game = Dominos::new(Rule::One, 14).unwrap();
        while game.history().len() < 10 && !matches!(game.turn(), Turn::Over(_)) {
            step(&mut game, &mut luck);
        }
        let Turn::Player(side) = game.turn() else {
            continue;
        };
        let expected = match solver.outcome(&game, &[]) {
            Some(Outcome::Win(winner)) => Value::of_win(winner == side),
            _ => Value::Exact {
                win: 0.0,
                draw: 1.0,
                loss: 0.0,
                score: None,
            },
        };
        assert_eq!(evaluate(&game, side, u64::MAX).value, expected, "{game}");
    }
}

#[test]
fn laying_the_last_tile_wins() {
    let game: Dominos = "1x2 66,21/61,10 : 66 61".parse().unwrap();
    let evaluation = evaluate(&game, Side::First, 1_000);
    assert!(shares(evaluation.value)[0] >= 1.0, "{evaluation:?}");
}

#[test]
fn the_same_effort_gives_the_same_answer() {
    let mut luck = Seeded::new(4);
    let mut game = Dominos::new(Rule::Two, 7).unwrap();
    while game.history().len() < 6 {
        step(&mut game, &mut luck);
    }
    let side = game.view(Side::First).next();
    assert_eq!(evaluate(&game, side, 3_000), evaluate(&game, side, 3_000));
}
