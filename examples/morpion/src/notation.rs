//! Text forms: a position is the cells row by row and the side to move, `x.o/.x./... second`; a move
//! is a cell from 1 to 9; its effect is `5`, or `5!` when it wins; a cheat is `triche5`.

use std::fmt;
use std::str::FromStr;

use table::{Explain, Side};

use crate::rules::{Cell, Mark, Morpion, Wipe};

/// Error for a text that is not a cell, a position or a cheat.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// The text is not a cell.
    #[message("morpion-cell", text = _0)]
    Cell(String),
    /// The text is not a position.
    #[message("morpion-position", text = _0)]
    Position(String),
    /// The text is not a cheat.
    #[message("morpion-cheat", text = _0)]
    Cheat(String),
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl FromStr for Cell {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cell = text.parse().ok().and_then(Self::new);
        cell.ok_or_else(|| NotationError::Cell(text.to_owned()))
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.cell, if self.wins { "!" } else { "" })
    }
}

impl FromStr for Mark {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (cell, wins) = text
            .strip_suffix('!')
            .map_or((text, false), |cell| (cell, true));
        let cell = cell.parse()?;
        Ok(Self { cell, wins })
    }
}

impl fmt::Display for Wipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "triche{}", self.0)
    }
}

impl FromStr for Wipe {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let cell = text
            .strip_prefix("triche")
            .and_then(|cell| cell.parse().ok());
        cell.map(Self)
            .ok_or_else(|| NotationError::Cheat(text.to_owned()))
    }
}

fn symbol(mark: Option<Side>) -> char {
    match mark {
        None => '.',
        Some(Side::First) => 'x',
        Some(Side::Second) => 'o',
    }
}

impl fmt::Display for Morpion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self
            .cells
            .chunks(3)
            .map(|row| row.iter().map(|mark| symbol(*mark)));
        let rows: Vec<String> = rows.map(Iterator::collect).collect();
        write!(f, "{} {}", rows.join("/"), self.to_move)
    }
}

impl FromStr for Morpion {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read(text).ok_or_else(|| NotationError::Position(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Morpion> {
    let (rows, to_move) = text.split_once(' ')?;
    let rows: Vec<&str> = rows.split('/').collect();
    if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
        return None;
    }
    let mark = |char| {
        let known = [None, Some(Side::First), Some(Side::Second)];
        known.into_iter().find(|mark| symbol(*mark) == char)
    };
    let cells: Option<Vec<_>> = rows.concat().chars().map(mark).collect();
    Some(Morpion {
        cells: cells?.try_into().ok()?,
        to_move: to_move.parse().ok()?,
    })
}
