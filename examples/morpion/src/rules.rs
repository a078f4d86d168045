//! The rules: nine cells, two marks, three in a row.

use table::{Explain, Message, Side};

/// One of the nine cells, counted from 1 as on a telephone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell(u8);

impl Cell {
    /// The cell of that number, from 1 to 9.
    pub fn new(number: u8) -> Option<Self> {
        (1..=9).contains(&number).then_some(Self(number))
    }

    /// All of them, in order.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=9).map(Self)
    }

    /// From 1 to 9.
    pub fn number(self) -> u8 {
        self.0
    }

    fn index(self) -> usize {
        usize::from(self.0 - 1)
    }
}

/// What a move did: where a side set its mark, and whether that made three in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    /// Where.
    pub cell: Cell,
    /// Whether the game is won.
    pub wins: bool,
}

/// A cheat: wipes a mark of the other side out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wipe(pub Cell);

/// Why a move or a cheat cannot be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// The cell has a mark.
    #[error("cell {0} is taken")]
    Taken(u8),
    /// There is nothing of the other side's to wipe out there.
    #[error("cell {0} has no mark of the other side")]
    NothingToWipe(u8),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

impl Explain for Refusal {
    fn explain(&self) -> Message {
        match self {
            Self::Taken(cell) => Message::new("morpion-taken").with("cell", *cell),
            Self::NothingToWipe(cell) => Message::new("morpion-nothing").with("cell", *cell),
            Self::Over => Message::new("game-over"),
        }
    }
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

/// A game in progress. Whose turn it is does not follow from the marks, because of cheats.
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
    /// Whose mark a cell has.
    pub fn mark(&self, cell: Cell) -> Option<Side> {
        self.cells[cell.index()]
    }

    /// Who has three in a row.
    pub fn winner(&self) -> Option<Side> {
        let owns = |side| {
            ROWS.iter()
                .any(|row| row.iter().all(|&i| self.cells[i] == Some(side)))
        };
        Side::BOTH.into_iter().find(|side| owns(*side))
    }

    /// Whether nobody can move any more.
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
