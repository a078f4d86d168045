//! Generated cases for the operations of Puissance 4, and the check of answers where several are
//! right.

use crate::grid::cells;
use crate::{COLUMNS, Cell, Colour, Column, Grid, LINES};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::{Value as Json, json};

use super::{Form, colour, grid as grid_of};
use subject::{Args, CallError, Case, Law};

const CELLS: usize = COLUMNS as usize * LINES as usize;

/// The grid of a game: discs in turn, until a side has four.
fn played(columns: &[u8]) -> Grid {
    let (mut grid, mut colour) = (Grid::empty(), Colour::Red);
    for column in columns.iter().filter_map(|&number| Column::new(number)) {
        let won = grid.alignment(colour.other()).is_some();
        if !won && grid.drop_disc(column, colour).is_some() {
            colour = colour.other();
        }
    }
    grid
}

/// The grid of a game that goes on: the last discs are left out until it has not ended.
fn unfinished(columns: &[u8]) -> Grid {
    let mut length = columns.len();
    loop {
        let grid = played(&columns[..length]);
        let won = Colour::BOTH.iter().any(|&it| grid.alignment(it).is_some());
        if !won && grid.discs() < CELLS {
            return grid;
        }
        length -= 1;
    }
}

fn columns(fewest: usize) -> impl Strategy<Value = Vec<u8>> {
    vec(1..=COLUMNS, fewest..=CELLS)
}

fn open() -> impl Strategy<Value = Grid> {
    columns(0).prop_map(|columns| unfinished(&columns))
}

fn any_grid() -> impl Strategy<Value = Grid> {
    columns(0).prop_map(|columns| played(&columns))
}

fn case(grid: &Grid, args: impl IntoIterator<Item = u8>) -> Case {
    let grid = [Form::BORDERED.cells(grid)];
    let args = args.into_iter().map(Json::from);
    Case::new(grid.into_iter().chain(args).collect())
}

pub(super) fn cell() -> BoxedStrategy<Case> {
    (0u8..=2)
        .prop_map(|cell| Case::new(vec![json!(cell)]))
        .boxed()
}

pub(super) fn grid() -> BoxedStrategy<Case> {
    any_grid().prop_map(|grid| case(&grid, [])).boxed()
}

pub(super) fn grid_and_column() -> BoxedStrategy<Case> {
    (any_grid(), 1..=COLUMNS)
        .prop_map(|(grid, column)| case(&grid, [column]))
        .boxed()
}

pub(super) fn grid_and_playable_column() -> BoxedStrategy<Case> {
    (open(), any::<Index>())
        .prop_map(|(grid, choice)| case(&grid, [playable(&grid, choice)]))
        .boxed()
}

pub(super) fn grid_playable_column_and_colour() -> BoxedStrategy<Case> {
    (open(), any::<Index>(), 1u8..=2)
        .prop_map(|(grid, choice, colour)| case(&grid, [playable(&grid, choice), colour]))
        .boxed()
}

fn playable(grid: &Grid, choice: Index) -> u8 {
    let columns: Vec<Column> = Column::all().filter(|&it| grid.is_playable(it)).collect();
    columns[choice.index(columns.len())].number()
}

pub(super) fn grid_disc_and_direction() -> BoxedStrategy<Case> {
    let directions: Vec<(i8, i8)> = (-1..=1)
        .flat_map(|x| [-1, 0, 1].map(|y| (x, y)))
        .filter(|&direction| direction != (0, 0))
        .collect();
    (columns(1), any::<Index>(), select(directions))
        .prop_map(|(columns, choice, (x, y))| {
            let grid = played(&columns);
            let mut case = case(&grid, disc(&grid, choice).expect("the grid has a disc"));
            case.args.extend([json!(x), json!(y)]);
            case
        })
        .boxed()
}

pub(super) fn grid_and_disc() -> BoxedStrategy<Case> {
    (any_grid(), any::<Index>())
        .prop_filter_map("an empty grid", |(grid, choice)| {
            Some(case(&grid, disc(&grid, choice)?))
        })
        .boxed()
}

/// The line and the column of one of the discs.
fn disc(grid: &Grid, choice: Index) -> Option<[u8; 2]> {
    let discs = cells().filter(|&(column, line)| grid.disc(column, line).is_some());
    let discs: Vec<Cell> = discs.collect();
    // `Index::get` panics on an empty slice.
    let (column, line) = *discs.first().map(|_| choice.get(&discs))?;
    Some([line.number(), column.number()])
}

pub(super) fn open_grid() -> BoxedStrategy<Case> {
    open().prop_map(|grid| case(&grid, [])).boxed()
}

pub(super) fn open_grid_and_colour() -> BoxedStrategy<Case> {
    (open(), 1u8..=2)
        .prop_map(|(grid, colour)| case(&grid, [colour]))
        .boxed()
}

/// Any playable column, all equally likely.
pub(super) const ANY_PLAYABLE: Law = Law {
    possible: |case, got| Ok(playable_columns(case)?.contains(&got.returned)),
    class: |got| got.returned.clone(),
    shares: |case| {
        let columns = playable_columns(case)?;
        let share = 1.0 / columns.len() as f64;
        Ok(Some(
            columns.into_iter().map(|column| (column, share)).collect(),
        ))
    },
};

fn playable_columns(case: &Case) -> Result<Vec<Json>, CallError> {
    let grid = grid_of(&Args(case.args.clone()))?;
    let columns = Column::all().filter(|&column| grid.is_playable(column));
    Ok(columns.map(|column| json!(column.number())).collect())
}

/// The columns where the disc makes the longest row: the subject lets chance decide among them.
pub(super) fn longest(case: &Case) -> Result<Vec<Json>, CallError> {
    let args = Args(case.args.clone());
    let (grid, colour) = (grid_of(&args)?, colour(&args, 1)?);
    let length = |column| {
        let mut grid = grid;
        grid.drop_disc(column, colour)
            .map(|line| grid.aligned(column, line))
    };
    let longest = Column::all().filter_map(length).max();
    let best = Column::all().filter(|&column| length(column) == longest);
    Ok(best.map(|column| json!(column.number())).collect())
}
