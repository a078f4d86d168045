//! Moves and views as arrays of numbers, for machine learning.

use std::collections::HashSet;

use games::games;
use host::{Options, Position};
use table::{Chance as _, Seeded, Side, Turn};

/// Plays random moves to the end of the game, and calls `check` at every position.
fn play_random_game(
    position: &mut Box<dyn Position>,
    luck: &mut Seeded,
    mut check: impl FnMut(&dyn Position),
) {
    const MAX_MOVES: usize = 200;
    loop {
        check(&**position);
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Chance { outcomes, .. } => {
                let outcome = luck.below(outcomes.into()) as u8;
                position
                    .draw(outcome)
                    .expect("the outcome is below `outcomes`");
            }
            Turn::Player(_) => {
                let moves = position.legal(MAX_MOVES);
                let chosen = &moves[luck.below(moves.len() as u32) as usize];
                position.play(chosen).expect("a listed move is legal");
            }
        }
    }
}

/// Checks the shapes, the ranges, and that move numbers and legal moves correspond.
fn check_arrays(position: &dyn Position, moves: usize, shape: &[usize]) {
    let arrays = position.arrays().expect("the starting position has arrays");
    assert_eq!(arrays.shape(), shape, "{}", position.text());
    let [min, max] = arrays.range();
    for side in Side::BOTH {
        let mut array = Vec::new();
        arrays.show(side, &mut array);
        assert_eq!(array.len(), shape.iter().product::<usize>());
        let within = array.iter().all(|it| (min..=max).contains(it));
        assert!(within, "{}: {array:?}", position.text());
    }
    let mut numbers = Vec::new();
    arrays.legal(&mut numbers);
    let distinct: HashSet<_> = numbers.iter().collect();
    assert_eq!(distinct.len(), numbers.len());
    assert!(numbers.iter().all(|number| *number < moves));
    let texts: Vec<_> = numbers
        .iter()
        .filter_map(|it| arrays.text_of(*it))
        .collect();
    assert_eq!(texts, position.legal(usize::MAX));
    assert_eq!(arrays.text_of(moves), None);
}

#[test]
fn move_numbers_are_unique_and_arrays_keep_their_shape() {
    for game in games() {
        let start = game
            .free(&Options::default())
            .expect("the default options are accepted");
        let Some(arrays) = start.arrays() else {
            continue;
        };
        let (moves, shape) = (arrays.moves(), arrays.shape());
        for seed in 0..100 {
            let mut position = start.copy();
            let luck = &mut Seeded::new(seed);
            play_random_game(&mut position, luck, |position| {
                check_arrays(position, moves, &shape);
            });
            assert!(matches!(position.turn(), Turn::Over(_)));
            assert!(position.act(0).is_none(), "a finished game accepts no move");
        }
    }
}

/// Arrays are optional: a game without them cannot be an environment for programs that learn.
#[test]
fn the_five_games_have_arrays() {
    for name in ["421", "allumettes", "awale", "dominos", "puissance4"] {
        let game = games::find(name).expect("a game of the list");
        let start = game
            .free(&Options::default())
            .expect("the default options are accepted");
        assert!(start.arrays().is_some(), "{name}");
    }
}
