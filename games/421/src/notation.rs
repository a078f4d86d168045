//! Text forms of positions, moves, effects and cheats.
//!
//! A position begins with the tokens of both players: `10/10` is the beginning of a round. Within a
//! round follow the side to move, the dice with `-` for one in the air, the number of throws, and for
//! the second player the result to beat: `10/10/first/113/1`, `10/10/second/1-4/2/421`. From the
//! second round on, the text ends with the number of the round, as in `7/13#4`: it selects the dice of
//! a seeded game and changes no value.
//!
//! A move is the subject's answers without spaces: `0` keeps the combination, `1011` throws the second
//! and third dice again. A cheat is `triche` (the dice show 421) or `triche665`.

use std::fmt;
use std::str::FromStr;

use table::{Explain, UnknownSide};

use crate::combination::Combination;
use crate::dice::{Dice, Face, Rethrow};
use crate::round_result::{RoundResult, Settled};
use crate::rules::{Cheat, Effect, Game421, MAX_TOKENS, MOST_THROWS, Move};

/// Most tokens of both players together.
const MAX_SUM: i32 = 2 * MAX_TOKENS;

/// Error for a text that is not a position, move, effect or cheat of this game.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// A number of tokens is not a whole number.
    #[message("jeu421-number", text = _0)]
    Number(String),
    /// The totals cannot occur in a game.
    #[message("jeu421-totals-impossible", text = _0, most = MAX_SUM)]
    Totals(String),
    /// The dice are not three faces.
    #[message("jeu421-dice", text = _0)]
    Dice(String),
    /// A side is neither `first` nor `second`.
    #[message(transparent)]
    Side(#[from] UnknownSide),
    /// The number of throws is not 1, 2 or 3.
    #[message("jeu421-throws", text = _0)]
    Throws(String),
    /// The text after `#` is not the number of a round.
    #[message("jeu421-round", text = _0)]
    Round(String),
    /// The position has too many or too few parts.
    #[message("jeu421-shape", text = _0)]
    Shape(String),
    /// A move is neither `0` nor `1` followed by three answers, 0 or 1.
    #[message("jeu421-move", text = _0)]
    Move(String),
    /// An effect is not in the form that this game writes.
    #[message("jeu421-effect", text = _0)]
    Effect(String),
    /// A cheat is neither `triche` nor `triche` and three faces.
    #[message("jeu421-unknown-cheat", text = _0)]
    Cheat(String),
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pips())
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|die| match die {
            Some(face) => face.fmt(f),
            None => f.write_str("-"),
        })
    }
}

impl FromStr for Dice {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::Dice(text.to_owned());
        let bytes: [u8; 3] = text.as_bytes().try_into().map_err(|_| wrong())?;
        let mut dice = Self::IN_THE_AIR;
        for (die, byte) in dice.0.iter_mut().zip(bytes) {
            if byte != b'-' {
                *die = Some(Face::new(byte.wrapping_sub(b'0')).ok_or_else(wrong)?);
            }
        }
        Ok(dice)
    }
}

fn faces(text: &str) -> Result<[Face; 3], NotationError> {
    text.parse::<Dice>()?
        .faces()
        .ok_or_else(|| NotationError::Dice(text.to_owned()))
}

impl fmt::Display for Combination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Dice::from(self.faces()).fmt(f)
    }
}

impl FromStr for Combination {
    type Err = NotationError;

    /// Parses three faces in any order.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        faces(text).map(Self::from_faces)
    }
}

impl fmt::Display for Game421 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.totals[0], self.totals[1])?;
        if *self != Self::at_round(self.round, self.totals) {
            write!(f, "/{}/{}/{}", self.side(), self.dice, self.throws)?;
            if let Some(result) = self.to_beat {
                write!(f, "/{result}")?;
            }
        }
        match self.round {
            1 => Ok(()),
            later => write!(f, "#{later}"),
        }
    }
}

impl FromStr for Game421 {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (position, round) = text.split_once('#').unwrap_or((text, "1"));
        let parts: Vec<&str> = position.split('/').collect();
        let misshapen = || NotationError::Shape(text.to_owned());
        let [first, second, ref rest @ ..] = parts[..] else {
            return Err(misshapen());
        };
        let round = round.parse().ok().filter(|round| *round > 0);
        let round = round.ok_or_else(|| NotationError::Round(text.to_owned()))?;
        let start = Self::at_round(round, totals([first, second])?);
        let (side, dice, throws, to_beat) = match *rest {
            [] => return Ok(start),
            [side, dice, throws] => (side, dice, throws, None),
            [side, dice, throws, to_beat] => (side, dice, throws, Some(to_beat.parse()?)),
            _ => return Err(misshapen()),
        };
        let (side, dice, throws) = (side.parse()?, dice.parse()?, count(throws)?);
        let game = Self {
            to_beat,
            dice,
            throws,
            ..start
        };
        if game.side() == side && game.winner().is_none() {
            Ok(game)
        } else {
            Err(misshapen())
        }
    }
}

/// Parses the totals of both players; a round leaves its winner at least −7 tokens.
fn totals(texts: [&str; 2]) -> Result<[i32; 2], NotationError> {
    let number = |text: &str| {
        text.trim()
            .parse::<i32>()
            .map_err(|_| NotationError::Number(text.to_owned()))
    };
    let [first, second] = [number(texts[0])?, number(texts[1])?];
    let sum = i64::from(first) + i64::from(second);
    let possible = first.min(second) > -8 && first.max(second) > 0 && sum <= i64::from(MAX_SUM);
    if possible && sum >= 2 {
        Ok([first, second])
    } else {
        Err(NotationError::Totals(texts.join("/")))
    }
}

/// Parses a number of throws.
fn count(text: &str) -> Result<u8, NotationError> {
    match text.parse() {
        Ok(throws @ 1..=MOST_THROWS) => Ok(throws),
        _ => Err(NotationError::Throws(text.to_owned())),
    }
}

impl fmt::Display for Rethrow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0
            .iter()
            .try_for_each(|again| f.write_str(if *again { "1" } else { "0" }))
    }
}

impl FromStr for Rethrow {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::ALL
            .into_iter()
            .find(|again| again.to_string() == text)
            .ok_or_else(|| NotationError::Move(text.to_owned()))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keep => f.write_str("0"),
            Self::Throw(again) => write!(f, "1{again}"),
        }
    }
}

impl FromStr for Move {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.strip_prefix('1').map(str::parse) {
            None if text == "0" => Ok(Self::Keep),
            Some(Ok(again)) => Ok(Self::Throw(again)),
            _ => Err(NotationError::Move(text.to_owned())),
        }
    }
}

impl fmt::Display for Cheat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("triche")?;
        if *self == Self::default() {
            Ok(())
        } else {
            Dice::from(self.0).fmt(f)
        }
    }
}

impl FromStr for Cheat {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wanted = text
            .strip_prefix("triche")
            .or_else(|| text.strip_prefix("cheat"));
        match wanted.map(|wanted| (wanted, faces(wanted))) {
            Some(("", _)) => Ok(Self::default()),
            Some((_, Ok(wanted))) => Ok(Self(wanted)),
            _ => Err(NotationError::Cheat(text.to_owned())),
        }
    }
}

impl fmt::Display for RoundResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Draw => f.write_str("draw"),
            Self::Won {
                winner,
                given,
                by_value,
            } => {
                let by = if *by_value { "value" } else { "tokens" };
                write!(f, "{winner} gives {given} by {by}")
            }
        }
    }
}

impl FromStr for RoundResult {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::Effect(text.to_owned());
        let words: Vec<&str> = text.split(' ').collect();
        match words[..] {
            ["draw"] => Ok(Self::Draw),
            [winner, "gives", given, "by", by @ ("tokens" | "value")] => Ok(Self::Won {
                winner: winner.parse()?,
                given: given.parse().map_err(|_| wrong())?,
                by_value: by == "value",
            }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fell { die, face } => write!(f, "die {} shows {face}", die + 1),
            Self::Threw(again) => write!(f, "throws {again}"),
            Self::Kept { faces, round } => {
                write!(f, "keeps {}", Dice::from(*faces))?;
                let Some(Settled {
                    first,
                    result,
                    totals,
                }) = round
                else {
                    return Ok(());
                };
                write!(f, " against {first}, {result}, {}/{}", totals[0], totals[1])
            }
        }
    }
}

impl FromStr for Effect {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong = || NotationError::Effect(text.to_owned());
        let (verb, rest) = text.split_once(' ').ok_or_else(wrong)?;
        match verb {
            "die" => read_fall(rest).ok_or_else(wrong),
            "throws" => rest.parse().map(Self::Threw),
            "keeps" => read_kept(rest),
            _ => Err(wrong()),
        }
    }
}

/// Parses the rest of `die 2 shows 5` after the first word.
fn read_fall(text: &str) -> Option<Effect> {
    let (die, face) = text.split_once(" shows ")?;
    let die = ["1", "2", "3"].iter().position(|number| *number == die)?;
    let face = face.parse().ok().and_then(Face::new)?;
    Some(Effect::Fell { die, face })
}

/// Parses the rest of `keeps 655 against 421, first gives 8 by tokens, 2/18` after the first word.
fn read_kept(text: &str) -> Result<Effect, NotationError> {
    let wrong = || NotationError::Effect(text.to_owned());
    let Some((kept, rest)) = text.split_once(" against ") else {
        let faces = faces(text)?;
        return Ok(Effect::Kept { faces, round: None });
    };
    let parts: Vec<&str> = rest.split(", ").collect();
    let [first, result, totals] = parts[..] else {
        return Err(wrong());
    };
    let round = Some(Settled {
        first: first.parse()?,
        result: result.parse()?,
        totals: totals.parse::<Game421>()?.totals,
    });
    let faces = faces(kept)?;
    Ok(Effect::Kept { faces, round })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_read_back_in_their_shortest_form() {
        for text in [
            "10/10",
            "1/19999",
            "0/20",
            "27/-7",
            "10/10/first/113/1",
            "10/10/first/---/2",
            "3/4/second/1-4/2/421",
        ] {
            assert_eq!(text.parse::<Game421>().unwrap().to_string(), text);
        }
        assert_eq!(
            "10/10/first/---/1".parse::<Game421>().unwrap().to_string(),
            "10/10"
        );
        let sorted = "3/4/second/---/1/124".parse::<Game421>().unwrap();
        assert_eq!(sorted.to_string(), "3/4/second/---/1/421");
    }

    #[test]
    fn malformed_texts_are_refused_with_the_faulty_part() {
        use NotationError::{Dice, Number, Shape, Side, Throws, Totals};
        let cases = [
            ("", Shape(String::new())),
            ("10", Shape("10".into())),
            ("a/10", Number("a".into())),
            ("0/0", Totals("0/0".into())),
            ("-8/28", Totals("-8/28".into())),
            ("10000/10001", Totals("10000/10001".into())),
            (
                "2147483647/2147483647",
                Totals("2147483647/2147483647".into()),
            ),
            ("10/10/first/117/1", Dice("117".into())),
            ("10/10/first/1é/1", Dice("1é".into())),
            ("10/10/third/111/1", Side(UnknownSide("third".into()))),
            ("10/10/first/111/4", Throws("4".into())),
            ("10/10/second/111/1", Shape("10/10/second/111/1".into())),
            (
                "10/10/first/111/1/421",
                Shape("10/10/first/111/1/421".into()),
            ),
            ("0/20/first/111/1", Shape("0/20/first/111/1".into())),
            ("10/10/second/111/1/42-", Dice("42-".into())),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Game421>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn moves_are_the_answers_of_the_subject_without_spaces() {
        let throws = Move::Throw(Rethrow([false, true, true]));
        assert_eq!("1011".parse(), Ok(throws));
        assert_eq!("0".parse(), Ok(Move::Keep));
        for text in ["", "1", "00", "10111", "1012", "é"] {
            assert_eq!(text.parse::<Move>(), Err(NotationError::Move(text.into())));
        }
    }
}
