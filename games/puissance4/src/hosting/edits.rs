//! A grid set up by touch: discs of either colour dropped into a column, and taken out again.

use crate::{Colour, Column, Grid, Line, Puissance4};
use table::key;

use host::Edit;

pub(super) fn edits(game: &Puissance4) -> Vec<Edit> {
    let (grid, to_move) = (game.grid(), game.to_move());
    let touches = Column::all().flat_map(|column| {
        let with = |tool, changed: Option<Grid>| {
            let position = written(changed?, to_move);
            let part = format!("column-{}", column.number());
            Edit::touch::<Puissance4>(tool, [part], &position)
        };
        let dropped = |colour| {
            let mut grid = *grid;
            grid.drop_disc(column, colour).map(|_| grid)
        };
        [
            with(key!("puissance4-edit-red"), dropped(Colour::Red)),
            with(key!("puissance4-edit-yellow"), dropped(Colour::Yellow)),
            with(key!("puissance4-edit-remove"), lifted(*grid, column)),
        ]
    });
    let turned = match to_move.other() {
        Colour::Red => key!("puissance4-edit-red-moves"),
        Colour::Yellow => key!("puissance4-edit-yellow-moves"),
    };
    let others = [
        Edit::button::<Puissance4>(turned, &written(*grid, to_move.other())),
        Edit::button::<Puissance4>(key!("puissance4-edit-empty"), "@"),
    ];
    touches.chain(others).flatten().collect()
}

/// The grid without the highest disc of a column.
fn lifted(mut grid: Grid, column: Column) -> Option<Grid> {
    let filled = |line: &Line| grid.disc(column, *line).is_some();
    let top = Line::all().rev().find(filled)?;
    grid.set(column, top, None);
    Some(grid)
}

/// The position with a drawn grid, which does not depend on the colour that began.
fn written(grid: Grid, to_move: Colour) -> String {
    Puissance4::from_grid(grid, to_move).to_string()
}
