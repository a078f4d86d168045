//! The rules: nine cells, two marks, three in a row.

use table::{Explain, Side};

/// One of the nine cells, numbered from 1 row by row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this number; `None` unless it is 1 to 9.
    pub fn new(number: u8) -> Option<Self> {
        (1..=9).contains(&number).then_some(Self(number))
    }

    /// All cells in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=9).map(Self)
    }

    /// Number of the cell, 1 to 9.
    pub fn number(self) -> u8 {
        self.0
    }

    fn index(self) -> usize {
        usize::from(self.0 - 1)
    }
}

/// The effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Marked cell.
    pub cell: Cell,
    /// Whether the mark makes three in a row.
    pub wins: bool,
}

/// A cheat: removes a mark of the other side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wipe(pub Cell);

/// The reason why a move or a cheat is refused.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum Refusal {
    /// The cell has a mark.
    #[message("morpion-taken", cell = _0)]
    Taken(u8),
    /// The cell has no mark of the other side.
    #[message("morpion-nothing", cell = _0)]
    NothingToWipe(u8),
    /// The game is over.
    #[message("morpion-over")]
    Over,
}

const ROWS: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// A game in progress. The side to move does not follow from the marks, because of cheats.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Morpion {
    pub(crate) cells: [Option<Side>; 9],
    pub(crate) to_move: Side,
}

impl Default for Morpion {
    fn default() -> Self {
        Self {
            cells: [None; 9],
            to_move: Side::First,
        }
    }
}

impl Morpion {
    /// The side whose mark is in a cell.
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        self.cells[cell.index()]
    }

    /// The side that has three in a row.
    pub fn winner(&self) -> Option<Side> {
        let owns = |side| {
            ROWS.iter()
                .any(|row| row.iter().all(|&i| self.cells[i] == Some(side)))
        };
        Side::BOTH.into_iter().find(|side| owns(*side))
    }

    /// Returns whether the game is won or the board is full.
    pub fn is_over(&self) -> bool {
        self.winner().is_some() || self.cells.iter().all(Option::is_some)
    }

    pub(crate) fn set(&mut self, cell: Cell) -> Result<Mark, Refusal> {
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.mark(cell).is_some() {
            return Err(Refusal::Taken(cell.number()));
        }
        self.cells[cell.index()] = Some(self.to_move);
        self.to_move = self.to_move.other();
        let wins = self.winner().is_some();
        Ok(Mark { cell, wins })
    }

    pub(crate) fn wipe(&mut self, Wipe(cell): Wipe) -> Result<(), Refusal> {
        let other = Some(self.to_move.other());
        if self.is_over() {
            return Err(Refusal::Over);
        }
        if self.mark(cell) != other {
            return Err(Refusal::NothingToWipe(cell.number()));
        }
        self.cells[cell.index()] = None;
        Ok(())
    }
}
