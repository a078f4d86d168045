//! Moves and views as numbers, for programs that learn: each game says how, once.

use table::{Game, Side};

use crate::Voice;
use crate::position::TypedPosition;

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

impl<G: Voice> TypedPosition<G> {
    fn space() -> &'static Space<G> {
        const { &G::SPACE }
            .as_ref()
            .expect("offered where there is one")
    }
}

impl<G: Voice> Arrays for TypedPosition<G> {
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
pub fn counted(count: impl TryInto<i32>) -> i32 {
    count.try_into().unwrap_or(i32::MAX)
}
