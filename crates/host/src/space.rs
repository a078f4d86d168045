//! Encoding of moves and views as numbers, for machine learning.

use table::{Game, Side};

use crate::Voice;
use crate::position::TypedPosition;

/// Encoding of the moves and views of a game as numbers. All functions but `show` depend only on
/// settings made before the first move, so their results hold for a whole game.
#[derive(Clone, Copy, Debug)]
pub struct Space<G: Game> {
    /// Number of different moves; moves are numbered from 0.
    pub moves: fn(&G) -> usize,
    /// Number of a legal move.
    pub number: fn(&G, G::Move) -> usize,
    /// Move with this number, legal or not; `None` if there is none.
    pub mv: fn(&G, usize) -> Option<G::Move>,
    /// Dimensions of the array that encodes a view.
    pub shape: fn(&G) -> Vec<usize>,
    /// Minimum and maximum value in the array.
    pub range: fn(&G) -> [i32; 2],
    /// Appends the encoding of a side's view to the array.
    pub show: for<'a> fn(G::View<'a>, Side, &mut Vec<i32>),
}

/// A position whose moves and views have an encoding as numbers.
pub trait Arrays {
    /// Number of different moves; moves are numbered from 0.
    fn moves(&self) -> usize;
    /// Dimensions of the array that encodes a view.
    fn shape(&self) -> Vec<usize>;
    /// Minimum and maximum value in the array.
    fn range(&self) -> [i32; 2];
    /// Appends the numbers of the legal moves to `numbers`, in the order of the moves.
    fn legal(&self, numbers: &mut Vec<usize>);
    /// Text of the move with this number; `None` if it is not legal.
    fn text_of(&self, number: usize) -> Option<String>;
    /// Appends the encoding of a side's view to `array`.
    fn show(&self, side: Side, array: &mut Vec<i32>);
}

impl<G: Voice> TypedPosition<G> {
    fn space() -> &'static Space<G> {
        const { &G::SPACE }
            .as_ref()
            .expect("`arrays` returns `Some` only if the game has a `SPACE`")
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

/// Converts a count to an array element; counts above `i32::MAX` become `i32::MAX`.
pub fn counted(count: impl TryInto<i32>) -> i32 {
    count.try_into().unwrap_or(i32::MAX)
}
