//! Moves and views as numbers, for programs that learn: each game says how, once.

use table::{Game, Side};

use crate::Voice;
use crate::position::Free;

/// How the moves of a game and what a side sees of it become numbers. What depends on the game it is
/// given depends on what was settled before the first move alone, so that it holds for a whole game.
#[derive(Clone, Copy, Debug)]
pub struct Space<G: Game> {
    /// How many moves there can be in a game; each has a number below it.
    pub moves: fn(&G) -> usize,
    /// The number of a legal move.
    pub number: fn(&G, G::Move) -> usize,
    /// The move of a number, legal or not.
    pub mv: fn(&G, usize) -> Option<G::Move>,
    /// The sides of the array that shows a view.
    pub shape: fn(&G) -> Vec<usize>,
    /// The least and the greatest number in it.
    pub range: fn(&G) -> [i32; 2],
    /// Fills the array with what a side sees.
    pub show: for<'a> fn(G::View<'a>, Side, &mut Vec<i32>),
}

/// A position whose moves and views are numbers.
pub trait Arrays {
    /// How many moves there can be in a game; each has a number below it.
    fn moves(&self) -> usize;
    /// The sides of the array that shows a view.
    fn shape(&self) -> Vec<usize>;
    /// The least and the greatest number in it.
    fn range(&self) -> [i32; 2];
    /// The numbers of the legal moves are added to `numbers`, in the order of the moves.
    fn legal(&self, numbers: &mut Vec<usize>);
    /// The legal move of a number, as text.
    fn text_of(&self, number: usize) -> Option<String>;
    /// What a side sees is added to `array`.
    fn show(&self, side: Side, array: &mut Vec<i32>);
}

impl<G: Voice> Free<G> {
    fn space() -> &'static Space<G> {
        const { &G::SPACE }
            .as_ref()
            .expect("offered where there is one")
    }
}

impl<G: Voice> Arrays for Free<G> {
    fn moves(&self) -> usize {
        (Self::space().moves)(&self.0)
    }

    fn shape(&self) -> Vec<usize> {
        (Self::space().shape)(&self.0)
    }

    fn range(&self) -> [i32; 2] {
        (Self::space().range)(&self.0)
    }

    fn legal(&self, numbers: &mut Vec<usize>) {
        let number = Self::space().number;
        numbers.extend(self.0.legal().map(|mv| number(&self.0, mv)));
    }

    fn text_of(&self, number: usize) -> Option<String> {
        let mv = (Self::space().mv)(&self.0, number)?;
        let legal = self.0.legal().any(|legal| legal == mv);
        legal.then(|| mv.to_string())
    }

    fn show(&self, side: Side, array: &mut Vec<i32>) {
        (Self::space().show)(self.0.view(side), side, array);
    }
}

/// A count as the arrays hold it.
pub(crate) fn counted(count: impl TryInto<i32>) -> i32 {
    count.try_into().unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use table::{Seeded, Turn};

    use super::*;
    use crate::position::at_random;
    use crate::{Options, Position, games};

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
}
