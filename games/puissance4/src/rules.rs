//! The rules of Puissance 4: dropping a disc, four in a row, and the end of the game.

use table::{Explain, Side};

use crate::engine::board::Board;
use crate::grid::{ALIGNED, COLUMNS, Cell, Colour, Column, Grid, Line, cells};

/// A game of Puissance 4 in progress. The first player has red; either colour may begin.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puissance4 {
    grid: Grid,
    to_move: Colour,
    /// Columns played so far; `None` after a cheat and in a drawn grid, which they do not describe.
    played: Option<Vec<Column>>,
    winner: Option<Colour>,
}

/// A move: the number of a column. It may be any number; [`Puissance4::drop_disc`] refuses those that
/// are not a playable column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(pub i64);

impl From<Column> for Move {
    fn from(column: Column) -> Self {
        Self(column.number().into())
    }
}

/// The effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Cell in which the disc landed.
    pub cell: Cell,
    /// Both ends of the row of four or more that the disc completed.
    pub row: Option<[Cell; 2]>,
}

/// A cheat: recolours the opponent's disc in this cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cheat(pub Column, pub Line);

/// The reason why a move or a cheat is refused.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum Refusal {
    /// The number is not that of a column.
    #[message("puissance4-no-such-column", column = _0, columns = COLUMNS)]
    NoSuchColumn(i64),
    /// The column has no empty cell.
    #[message("puissance4-full", column = _0)]
    Full(u8),
    /// The game is over.
    #[message("puissance4-over")]
    Over,
    /// The cell in this column and line holds no disc of the opponent.
    #[message("puissance4-nothing-to-recolour", column = _0, line = _1)]
    NothingToRecolour(u8, u8),
    /// The cheat would align four discs, which the opponent would notice.
    #[message("puissance4-too-obvious", column = _0, line = _1)]
    TooObvious(u8, u8),
}

impl Default for Puissance4 {
    fn default() -> Self {
        Self::begun_by(Colour::Red)
    }
}

impl Puissance4 {
    /// A game with an empty grid that `beginner` begins.
    pub const fn begun_by(beginner: Colour) -> Self {
        Self {
            grid: Grid::empty(),
            to_move: beginner,
            played: Some(Vec::new()),
            winner: None,
        }
    }

    /// A game at a drawn grid without hanging discs, with `to_move` to move.
    pub(crate) fn from_grid(grid: Grid, to_move: Colour) -> Self {
        // In a grid with two alignments the side that moved last is taken for the winner.
        let colours = [to_move.other(), to_move];
        let winner = colours
            .into_iter()
            .find(|&colour| grid.alignment(colour).is_some());
        Self {
            grid,
            to_move,
            played: None,
            winner,
        }
    }

    /// The grid with its discs.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The colour to move, also after the end of the game.
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The columns played so far; `None` after a cheat and in a drawn grid.
    pub fn played(&self) -> Option<&[Column]> {
        self.played.as_deref()
    }

    /// The colour that has four in a row.
    pub const fn winner(&self) -> Option<Colour> {
        self.winner
    }

    /// The colour that began.
    pub fn beginner(&self) -> Colour {
        if self.grid.discs().is_multiple_of(2) {
            self.to_move
        } else {
            self.to_move.other()
        }
    }

    /// Returns whether four discs are aligned or the grid is full.
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || Column::all().all(|column| !self.grid.is_playable(column))
    }

    /// Drops a disc for the side to move. A refused move leaves the game unchanged.
    pub fn drop_disc(&mut self, Move(number): Move) -> Result<Dropped, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let column = u8::try_from(number).ok().and_then(Column::new);
        let column = column.ok_or(Refusal::NoSuchColumn(number))?;
        let line = self.grid.drop_disc(column, self.to_move);
        let line = line.ok_or(Refusal::Full(column.number()))?;
        if let Some(played) = &mut self.played {
            played.push(column);
        }
        let row = self.grid.row_through(column, line);
        if row.is_some() {
            self.winner = Some(self.to_move);
        }
        self.to_move = self.to_move.other();
        Ok(Dropped {
            cell: (column, line),
            row,
        })
    }

    /// Carries out a cheat: recolours a disc of the opponent. A refused cheat changes nothing.
    pub(crate) fn apply_cheat(&mut self, Cheat(column, line): Cheat) -> Result<(), Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        let (c, l) = (column.number(), line.number());
        if self.grid.disc(column, line) != Some(self.to_move.other()) {
            return Err(Refusal::NothingToRecolour(c, l));
        }
        let mut grid = self.grid;
        grid.set(column, line, Some(self.to_move));
        if grid.aligned(column, line) >= ALIGNED {
            return Err(Refusal::TooObvious(c, l));
        }
        self.grid = grid;
        self.played = None;
        Ok(())
    }

    /// The packed board of the position, for the solver.
    pub fn board(&self) -> Board {
        let discs = |colour| {
            let own =
                cells().filter(|&(column, line)| self.grid.disc(column, line) == Some(colour));
            own.fold(0, |bits, (column, line)| bits | Board::cell(column, line))
        };
        Board::from_discs(discs(self.to_move), discs(self.to_move.other()))
    }
}

/// The side that plays a colour: the first player has red.
pub const fn side_of(colour: Colour) -> Side {
    match colour {
        Colour::Red => Side::First,
        Colour::Yellow => Side::Second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(columns: &str) -> Puissance4 {
        columns.parse().unwrap()
    }

    #[test]
    fn full_and_absent_columns_are_refused_with_the_reason() {
        let mut game = play("444444");
        assert_eq!(game.drop_disc(Move(4)), Err(Refusal::Full(4)));
        assert_eq!(game.drop_disc(Move(8)), Err(Refusal::NoSuchColumn(8)));
        assert_eq!(game.drop_disc(Move(0)), Err(Refusal::NoSuchColumn(0)));
        assert_eq!(game.drop_disc(Move(-260)), Err(Refusal::NoSuchColumn(-260)));
        assert_eq!(game, play("444444"));
    }

    #[test]
    fn a_winning_move_reports_both_ends_of_its_row() {
        let mut game = play("112233");
        let dropped = game.drop_disc(Move(4)).unwrap();
        let cell = |c, l| (Column::new(c).unwrap(), Line::new(l).unwrap());
        assert_eq!(dropped.row, Some([cell(1, 1), cell(4, 1)]));
        assert_eq!(game.winner(), Some(Colour::Red));
        assert_eq!(game.drop_disc(Move(1)), Err(Refusal::Over));
    }

    #[test]
    fn a_full_grid_without_alignment_is_over_without_winner() {
        // Pairs of columns filled in this order contain no row of four.
        let game = play("121212212121343434434343565656656565777777");
        assert!(game.is_over());
        assert_eq!(game.winner(), None);
        assert_eq!(game.grid().discs(), 42);
    }

    #[test]
    fn recolouring_takes_only_discs_of_the_other_side_and_aligns_nothing() {
        let cheat = |c, l| Cheat(Column::new(c).unwrap(), Line::new(l).unwrap());
        let mut game = play("1213142");
        assert_eq!(
            game.apply_cheat(cheat(7, 1)),
            Err(Refusal::NothingToRecolour(7, 1))
        );
        assert_eq!(
            game.apply_cheat(cheat(2, 1)),
            Err(Refusal::NothingToRecolour(2, 1))
        );
        assert_eq!(
            game.apply_cheat(cheat(1, 1)),
            Err(Refusal::TooObvious(1, 1))
        );
        assert_eq!(game.apply_cheat(cheat(1, 3)), Ok(()));
        assert_eq!(
            game.grid()
                .disc(Column::new(1).unwrap(), Line::new(3).unwrap()),
            Some(Colour::Yellow)
        );
        assert_eq!(game.played(), None);
    }
}
