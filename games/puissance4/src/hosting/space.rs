//! The grid as numbers: two layers of six rows of seven, one's own discs and the opponent's.

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
