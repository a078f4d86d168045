//! Text forms. A position is the dice, the side to move, the last bid and the call: `-/- first`,
//! `3/5 second 1x4`, `3/5 second 1x4 menteur`. In a view, `?` is a hidden die: `3/? second 1x4`. A
//! move is a bid, `1x4`, or `menteur`. An effect is a move or the face of a die.

use std::fmt;
use std::str::FromStr;

use table::{Explain, Side};

use crate::rules::{Bid, Die, Effect, Menteur, Move};
use crate::view::View;

/// Error for a text that is not a move, an effect, a view or a position.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// The text is not a move or an effect.
    #[message("menteur-move", text = _0)]
    Move(String),
    /// The text is not a view.
    #[message("menteur-position", text = _0)]
    Position(String),
    /// The text is a view that hides a die, not a whole position.
    #[message("menteur-hidden", text = _0)]
    Hidden(String),
}

impl fmt::Display for Bid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.count, self.face)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bid(bid) => bid.fmt(f),
            Self::Call => f.write_str("menteur"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let found = Self::all().find(|mv| mv.to_string() == text);
        found.ok_or_else(|| NotationError::Move(text.to_owned()))
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fell(face) => face.fmt(f),
            Self::Said(mv) => mv.fmt(f),
        }
    }
}

impl FromStr for Effect {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match read_die(text) {
            Some(Die::Face(face)) => Ok(Self::Fell(face)),
            _ => text.parse().map(Self::Said),
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unthrown => f.write_str("-"),
            Self::Hidden => f.write_str("?"),
            Self::Face(face) => face.fmt(f),
        }
    }
}

fn read_die(text: &str) -> Option<Die> {
    match text {
        "-" => Some(Die::Unthrown),
        "?" => Some(Die::Hidden),
        _ => (1..=6).map(Die::Face).find(|die| die.to_string() == text),
    }
}

impl fmt::Display for Menteur {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.dice;
        write!(f, "{first}/{second} {}", self.to_move)?;
        self.bid.map_or(Ok(()), |bid| write!(f, " {bid}"))?;
        f.write_str(if self.called { " menteur" } else { "" })
    }
}

impl FromStr for Menteur {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let View(game) = text.parse()?;
        if game.dice.contains(&Die::Hidden) {
            return Err(NotationError::Hidden(text.to_owned()));
        }
        Ok(game)
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for View {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let game = read(text).filter(is_possible);
        game.map(Self)
            .ok_or_else(|| NotationError::Position(text.to_owned()))
    }
}

fn read(text: &str) -> Option<Menteur> {
    let words: Vec<&str> = text.split(' ').collect();
    let (dice, to_move, moves) = match words[..] {
        [dice, to_move, ref moves @ ..] => (dice.split_once('/')?, to_move, moves),
        _ => return None,
    };
    let (bid, called) = match *moves {
        [] => (None, false),
        [bid] => (Some(bid), false),
        [bid, "menteur"] => (Some(bid), true),
        _ => return None,
    };
    let bid = match bid.map(str::parse) {
        None => None,
        Some(Ok(Move::Bid(bid))) => Some(bid),
        Some(_) => return None,
    };
    Some(Menteur {
        dice: [read_die(dice.0)?, read_die(dice.1)?],
        bid,
        to_move: to_move.parse().ok()?,
        called,
    })
}

/// The first side throws and bids first, no bid comes before both throws, and the call shows the dice.
fn is_possible(game: &Menteur) -> bool {
    let opens = game.bid.is_some() || game.to_move == Side::First;
    let thrown = match game.dice {
        [Die::Unthrown, second] => second == Die::Unthrown && game.bid.is_none(),
        [_, Die::Unthrown] => game.bid.is_none(),
        dice => !game.called || !dice.contains(&Die::Hidden),
    };
    opens && thrown
}
