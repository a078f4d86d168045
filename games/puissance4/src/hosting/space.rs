//! Moves and views of Puissance 4 as numbers: six rows of seven cells, each with two values: a disc
//! of the side, a disc of the opponent.

use crate::{COLUMNS, Column, LINES, Line, Move, Puissance4, side_of};

use host::Space;

pub(super) const SPACE: Space<Puissance4> = Space {
    moves: |_| COLUMNS.into(),
    number: |_, mv| (mv.0 - 1) as usize,
    mv: |_, number| {
        let column = u8::try_from(number).ok()?.checked_add(1)?;
        Column::new(column).map(Move::from)
    },
    shape: |_| vec![LINES.into(), COLUMNS.into(), 2],
    range: |_| [0, 1],
    show: |game, side, array| {
        for line in Line::all().rev() {
            for column in Column::all() {
                let disc = game.grid().disc(column, line).map(side_of);
                array.push((disc == Some(side)).into());
                array.push((disc == Some(side.other())).into());
            }
        }
    },
};
