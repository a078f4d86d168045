//! The rules: who drops a disc, what that does, and when the game is over.

use table::{Explain, Message, Side};

use crate::engine::board::Board;
use crate::grid::{ALIGNED, COLUMNS, Colour, Column, DIRECTIONS, Grid, Line};

/// A cell, column first (R17).
pub type Cell = (Column, Line);

/// A game in progress. Red is the first player's colour; who begins is a matter of the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puissance4 {
    grid: Grid,
    to_move: Colour,
    /// The columns played, as long as they tell everything: no cheat, no drawn grid.
    played: Option<Vec<Column>>,
    winner: Option<Colour>,
}

/// A move: the number of a column. Any number can be said; the rules refuse some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move(pub i64);

impl From<Column> for Move {
    fn from(column: Column) -> Self {
        Self(column.number().into())
    }
}

/// What a move did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Dropped {
    /// Where the disc came to rest.
    pub cell: Cell,
    /// The ends of the row of four or more that it completed.
    pub row: Option<[Cell; 2]>,
}

/// A cheat: a disc of the other colour becomes one's own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cheat(pub Column, pub Line);

/// Why a move or a cheat cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// There is no such column.
    #[error("column {0} does not exist: choose 1 to {COLUMNS}")]
    NoSuchColumn(i64),
    /// No disc fits any more.
    #[error("column {0} is full")]
    Full(u8),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// Nothing of the other side's lies there.
    #[error("no disc of the other colour in ({0},{1})")]
    NothingToRecolour(u8, u8),
    /// The cheat would align four, which everybody would see.
    #[error("recolouring ({0},{1}) would align four: too plain")]
    TooPlain(u8, u8),
}

impl Explain for Refusal {
    fn explain(&self) -> Message {
        let cell = |key, column: &u8, line: &u8| {
            let message = Message::new(key).with("column", *column);
            message.with("line", *line)
        };
        match self {
            Self::NoSuchColumn(column) => Message::new("puissance4-no-such-column")
                .with("column", *column)
                .with("columns", COLUMNS),
            Self::Full(column) => Message::new("puissance4-full").with("column", *column),
            Self::Over => Message::new("game-over"),
            Self::NothingToRecolour(column, line) => {
                cell("puissance4-nothing-to-recolour", column, line)
            }
            Self::TooPlain(column, line) => cell("puissance4-too-plain", column, line),
        }
    }
}

impl Default for Puissance4 {
    fn default() -> Self {
        Self::begun_by(Colour::Red)
    }
}

impl Puissance4 {
    /// An empty grid and the colour that begins.
    pub const fn begun_by(beginner: Colour) -> Self {
        Self {
            grid: Grid::empty(),
            to_move: beginner,
            played: Some(Vec::new()),
            winner: None,
        }
    }

    /// A drawn grid, in which discs lie on one another, and whose turn it is.
    pub(crate) fn drawn(grid: Grid, to_move: Colour) -> Self {
        // Whoever has just moved is the likelier winner of a grid with two alignments.
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

    /// Whose turn it is, or would be.
    pub const fn to_move(&self) -> Colour {
        self.to_move
    }

    /// The columns played so far; none after a cheat and in a drawn grid.
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

    /// Whether nothing can be played any more.
    pub fn is_over(&self) -> bool {
        self.winner.is_some() || Column::all().all(|column| !self.grid.is_playable(column))
    }

    /// Drops a disc for the side whose turn it is.
    ///
    /// # Errors
    /// A refused move changes nothing.
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
        let row = self.row_through(column, line);
        if row.is_some() {
            self.winner = Some(self.to_move);
        }
        self.to_move = self.to_move.other();
        Ok(Dropped {
            cell: (column, line),
            row,
        })
    }

    /// The ends of a row of four through a cell.
    fn row_through(&self, column: Column, line: Line) -> Option<[Cell; 2]> {
        let aligned =
            |&direction: &(i8, i8)| self.grid.aligned_in(column, line, direction) >= ALIGNED;
        let direction = *DIRECTIONS.iter().find(|direction| aligned(direction))?;
        Some(self.grid.row_ends(column, line, direction))
    }

    /// Makes a disc of the other side one's own.
    ///
    /// # Errors
    /// A refused cheat changes nothing.
    pub fn recolour(&mut self, Cheat(column, line): Cheat) -> Result<(), Refusal> {
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
            return Err(Refusal::TooPlain(c, l));
        }
        self.grid = grid;
        self.played = None;
        Ok(())
    }

    /// The packed board, for engines.
    pub fn board(&self) -> Board {
        let discs = |colour| {
            let cells =
                Column::all().flat_map(|column| Line::all().map(move |line| (column, line)));
            let own = cells.filter(|&(column, line)| self.grid.disc(column, line) == Some(colour));
            own.fold(0, |bits, (column, line)| bits | Board::cell(column, line))
        };
        Board::of(discs(self.to_move), discs(self.to_move.other()))
    }
}

/// The side that plays a colour: red is the first player's.
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
    fn the_row_that_wins_is_named_by_its_ends() {
        let mut game = play("112233");
        let dropped = game.drop_disc(Move(4)).unwrap();
        let cell = |c, l| (Column::new(c).unwrap(), Line::new(l).unwrap());
        assert_eq!(dropped.row, Some([cell(1, 1), cell(4, 1)]));
        assert_eq!(game.winner(), Some(Colour::Red));
        assert_eq!(game.drop_disc(Move(1)), Err(Refusal::Over));
    }

    #[test]
    fn a_full_grid_without_alignment_is_over_without_winner() {
        // Columns in the order 1 2 3 5 6 7 4 two by two keep every row short.
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
            game.recolour(cheat(7, 1)),
            Err(Refusal::NothingToRecolour(7, 1))
        );
        assert_eq!(
            game.recolour(cheat(2, 1)),
            Err(Refusal::NothingToRecolour(2, 1))
        );
        assert_eq!(game.recolour(cheat(1, 1)), Err(Refusal::TooPlain(1, 1)));
        assert_eq!(game.recolour(cheat(1, 3)), Ok(()));
        assert_eq!(
            game.grid()
                .disc(Column::new(1).unwrap(), Line::new(3).unwrap()),
            Some(Colour::Yellow)
        );
        assert_eq!(game.played(), None);
    }
}
