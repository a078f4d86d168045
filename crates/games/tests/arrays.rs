//! Moves and views as numbers, for programs that learn.

use std::collections::HashSet;

use games::games;
use host::{Options, Position};
use table::{Chance as _, Seeded, Side, Turn};

/// Plays a position to its end at random: what a test of anything about positions starts from.
fn at_random(
    position: &mut Box<dyn Position>,
    luck: &mut Seeded,
    mut look: impl FnMut(&dyn Position),
) {
    const MOST: usize = 200;
    loop {
        look(&**position);
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Chance { outcomes, .. } => {
                let outcome = luck.below(outcomes.into()) as u8;
                position.draw(outcome).expect("nature's turn");
            }
            Turn::Player(_) => {
                let moves = position.legal(MOST);
                let chosen = &moves[luck.below(moves.len() as u32) as usize];
                position.play(chosen).expect("a legal move");
            }
        }
    }
}

fn check(position: &dyn Position, moves: usize, shape: &[usize]) {
    let arrays = position.arrays().expect("it has them from the beginning");
    assert_eq!(arrays.shape(), shape, "{}", position.text());
    let [least, greatest] = arrays.range();
    for side in Side::BOTH {
        let mut array = Vec::new();
        arrays.show(side, &mut array);
        assert_eq!(array.len(), shape.iter().product::<usize>());
        let within = array.iter().all(|it| (least..=greatest).contains(it));
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
fn numbers_and_moves_are_one_to_one_and_arrays_keep_their_shape() {
    for game in games() {
        let start = game.free(&Options::default()).expect("the usual options");
        let Some(arrays) = start.arrays() else {
            continue;
        };
        let (moves, shape) = (arrays.moves(), arrays.shape());
        for seed in 0..100 {
            let mut position = start.copy();
            let luck = &mut Seeded::new(seed);
            at_random(&mut position, luck, |position| {
                check(position, moves, &shape);
            });
            assert!(matches!(position.turn(), Turn::Over(_)));
            assert!(position.act(0).is_none(), "over is over");
        }
    }
}

#[test]
fn every_game_of_the_house_has_numbers() {
    for game in games() {
        let start = game.free(&Options::default()).expect("the usual options");
        assert!(start.arrays().is_some(), "{}", game.name);
    }
}
