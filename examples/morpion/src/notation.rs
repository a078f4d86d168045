//! Text forms: a position is the cells row by row and who is to move, `x.o/.x./... second`; a move
//! is a number from 1 to 9, a mark `5` or `5!` when it wins, a cheat `triche5`.

use std::fmt;
use std::str::FromStr;

use table::{Explain, Message, Side};

use crate::rules::{Cell, Mark, Morpion, Wipe};

/// A text that is nothing of this game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotationError {
    /// Not a cell.
    #[error("`{0}` is not a cell: write a number from 1 to 9")]
    Cell(String),
    /// Not a position.
    #[error("`{0}` is not a position: write x.o/.x./... second")]
    Position(String),
    /// Not a cheat.
    #[error("`{0}` is not a cheat: write triche and a cell")]
    Cheat(String),
}

impl Explain for NotationError {
    fn explain(&self) -> Message {
        let (key, text) = match self {
            Self::Cell(text) => ("morpion-cell", text),
            Self::Position(text) => ("morpion-position", text),
            Self::Cheat(text) => ("unknown-cheat", text),
        };
        Message::new(key).with("text", text.as_str())
    }
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
