//! Text forms of positions, moves, effects and cheats.
//!
//! A position is what the side to move sees, `p0,…,p11[/own-other[/turns played]]`:
//! `4,4,4,4,4,4,4,4,4,4,4,4`, `1,0,0,0,0,2,1,0,0,0,0,0/20-24/61`. A move is the number of a pit.

use std::fmt;
use std::str::FromStr;

use table::{Explain, Side};

use crate::board::{Board, Pit, TooManySeeds};
use crate::rules::{Awale, Cheat, MAX_TURNS, Sown};

/// Error for a text that is not a position, move, effect or cheat of this game.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// A number of seeds or turns is not a whole number from 0 to 255.
    #[message("awale-number", text = _0)]
    Number(String),
    /// A pit is not a number from 0 to 11.
    #[message("awale-pit", text = _0)]
    Pit(String),
    /// A board lists fewer or more than 12 pits.
    #[message("awale-pits", count = _0)]
    Pits(usize),
    /// The scores are not two numbers with `-` between them.
    #[message("awale-scores", text = _0)]
    Scores(String),
    /// More turns were played than a game has.
    #[message("awale-turns", turns = _0, most = MAX_TURNS)]
    Turns(u8),
    /// The position goes on after the number of turns.
    #[message("awale-surplus", text = _0)]
    Surplus(String),
    /// The position has more seeds than the game.
    #[message(transparent)]
    Seeds(#[from] TooManySeeds),
    /// A cheat is neither `triche` nor `triche N`.
    #[message("awale-unknown-cheat", text = _0)]
    Cheat(String),
}

fn number(text: &str) -> Result<u8, NotationError> {
    text.trim()
        .parse()
        .map_err(|_| NotationError::Number(text.to_owned()))
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pits = self.pits().map(|seeds| seeds.to_string());
        f.write_str(&pits.join(","))
    }
}

impl FromStr for Board {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let pits: Vec<u8> = text.split(',').map(number).collect::<Result<_, _>>()?;
        let count = pits.len();
        let pits = pits.try_into().map_err(|_| NotationError::Pits(count))?;
        Ok(Self::new(pits)?)
    }
}

impl fmt::Display for Awale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.board())?;
        let side = self.to_move();
        let scores = [self.score(side), self.score(side.other())];
        if scores != [0, 0] || self.turns() > 0 {
            write!(f, "/{}-{}", scores[0], scores[1])?;
        }
        if self.turns() > 0 {
            write!(f, "/{}", self.turns())?;
        }
        Ok(())
    }
}

impl FromStr for Awale {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut parts = text.split('/');
        let board = parts.next().unwrap_or_default().parse()?;
        let mut scores = parts.next().map_or(Ok([0, 0]), own_and_other)?;
        let turns = parts.next().map_or(Ok(0), number)?;
        if let Some(surplus) = parts.next() {
            return Err(NotationError::Surplus(surplus.to_owned()));
        }
        if turns > MAX_TURNS {
            return Err(NotationError::Turns(turns));
        }
        if turns % 2 == 1 {
            scores.swap(Side::First.index(), Side::Second.index());
        }
        Ok(Self::new(board, scores, turns)?)
    }
}

/// Parses the scores of the side to move and of its opponent, `OWN-OTHER`.
fn own_and_other(text: &str) -> Result<[u8; 2], NotationError> {
    let parts = text.split_once('-');
    let (own, other) = parts.ok_or_else(|| NotationError::Scores(text.to_owned()))?;
    Ok([number(own)?, number(other)?])
}

impl fmt::Display for Pit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.index().fmt(f)
    }
}

impl FromStr for Pit {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let pit = text.trim().parse().ok().and_then(Self::new);
        pit.ok_or_else(|| NotationError::Pit(text.to_owned()))
    }
}

impl fmt::Display for Sown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} to {} takes {}", self.pit, self.last, self.captured)
    }
}

impl FromStr for Sown {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let parts = text
            .split_once(" to ")
            .and_then(|(pit, rest)| Some((pit, rest.split_once(" takes ")?)));
        let (pit, (last, captured)) = parts.ok_or_else(|| NotationError::Pit(text.to_owned()))?;
        Ok(Self {
            pit: pit.parse()?,
            last: last.parse()?,
            captured: number(captured)?,
        })
    }
}

impl fmt::Display for Cheat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("triche"),
            count => write!(f, "triche {count}"),
        }
    }
}

impl FromStr for Cheat {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.split_once(' ') {
            None if text == "triche" || text == "cheat" => Ok(Self(1)),
            Some(("triche", count)) => number(count).map(Self),
            _ => Err(NotationError::Cheat(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_read_back_in_their_shortest_form() {
        for text in [
            "4,4,4,4,4,4,4,4,4,4,4,4",
            "1,0,0,0,0,2,1,0,0,0,0,0/20-24/61",
            "0,0,0,0,0,0,0,0,0,0,0,0",
            "1,0,0,0,0,2,1,0,0,0,0,0/0-3",
            "1,0,0,0,0,2,1,0,0,0,0,0/0-0/7",
        ] {
            assert_eq!(text.parse::<Awale>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn the_score_of_the_side_to_move_comes_first() {
        let board = "1,0,0,0,0,2,1,0,0,0,0,0";
        let read = |rest: &str| format!("{board}/{rest}").parse::<Awale>().unwrap().scores();
        assert_eq!(read("20-24/60"), [20, 24]);
        assert_eq!(read("20-24/61"), [24, 20]);
    }

    #[test]
    fn malformed_texts_are_refused_with_the_faulty_part() {
        let four = "4,4,4,4,4,4,4,4,4,4,4,4";
        let cases = [
            (String::new(), NotationError::Number(String::new())),
            ("4,4".to_owned(), NotationError::Pits(2)),
            (format!("{four},4"), NotationError::Pits(13)),
            (
                four.replacen('4', "-4", 1),
                NotationError::Number("-4".to_owned()),
            ),
            (format!("{four}/1-0"), TooManySeeds(49).into()),
            (format!("{four}/12"), NotationError::Scores("12".to_owned())),
            (format!("{four}/0-0/101"), NotationError::Turns(101)),
            (
                format!("{four}/0-0/1/x"),
                NotationError::Surplus("x".to_owned()),
            ),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Awale>(), Err(error), "{text:?}");
        }
        assert_eq!(
            "12".parse::<Pit>(),
            Err(NotationError::Pit("12".to_owned()))
        );
    }
}
