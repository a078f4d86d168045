//! Text forms. A position is the number of the turn, the totals and the faces of the turn, with `-`
//! for a die in the air: `3 12/7 352-`. A move is `lancer` or `garder`. An effect is `lancer`, `+10`
//! for points kept, or the face of the die.

use std::fmt;
use std::str::FromStr;

use table::Explain;

use crate::rules::{Cochon, Effect, Move, TARGET};

/// Error for a text that is not a move, an effect or a position.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// The text is not a move.
    #[message("cochon-move", text = _0)]
    Move(String),
    /// The text is not an effect.
    #[message("cochon-effect", text = _0)]
    Effect(String),
    /// The text is not a position.
    #[message("cochon-position", text = _0)]
    Position(String),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Throw => "lancer",
            Self::Keep => "garder",
        })
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "lancer" | "throw" => Ok(Self::Throw),
            "garder" | "keep" => Ok(Self::Keep),
            _ => Err(NotationError::Move(text.to_owned())),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threw => Move::Throw.fmt(f),
            Self::Kept(points) => write!(f, "+{points}"),
            Self::Fell(face) => face.fmt(f),
        }
    }
}

impl FromStr for Effect {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let effect = match text.strip_prefix('+') {
            _ if text == "lancer" => Some(Self::Threw),
            Some(points) => points.parse().ok().map(Self::Kept),
            None => {
                let face = text.parse().ok().filter(|face| (1..=6).contains(face));
                face.map(Self::Fell)
            }
        };
        effect.ok_or_else(|| NotationError::Effect(text.to_owned()))
    }
}

impl fmt::Display for Cochon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.totals;
        write!(f, "{} {first}/{second} ", self.turn)?;
        self.faces.iter().try_for_each(|face| face.fmt(f))?;
        f.write_str(if self.in_the_air { "-" } else { "" })
    }
}

impl FromStr for Cochon {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        read(text).ok_or_else(|| NotationError::Position(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Cochon> {
    let mut words = text.split(' ');
    let (turn, totals, dice) = (words.next()?, words.next()?, words.next()?);
    let (first, second) = totals.split_once('/')?;
    let total = |text: &str| text.parse().ok().filter(|total| *total < TARGET);
    let mut game = Cochon {
        turn: turn.parse().ok().filter(|turn| *turn > 0)?,
        totals: [total(first)?, total(second)?],
        ..Cochon::default()
    };
    let (faces, in_the_air) = match dice.strip_suffix('-') {
        Some(faces) => (faces, true),
        None => (dice, false),
    };
    for face in faces.bytes() {
        if !(b'2'..=b'6').contains(&face) || game.winner().is_some() {
            return None;
        }
        game.fall(face - b'0');
    }
    game.in_the_air = in_the_air;
    let can_be = if in_the_air {
        game.winner().is_none()
    } else {
        !faces.is_empty()
    };
    (can_be && words.next().is_none()).then_some(game)
}
