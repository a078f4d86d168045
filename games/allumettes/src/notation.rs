//! Text forms of positions, moves, effects and cheats.
//!
//! A position is its heaps, followed by the options that differ from the default: `13`, `1,3,5,7`,
//! `20/max=4`, `1,3,5,7/max=2/last-wins/second`. A move is `2`, or `3:2` for two matches of the third
//! heap.

use std::fmt;
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;

use table::{Explain, Side};

use crate::rules::{Cheat, LastMatch, Matches, SetupError, Take, Taken, default_max};

/// Error for a text that is not a position, move, effect or cheat of this game.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
pub enum NotationError {
    /// A number of matches or heaps is not a whole number.
    #[message("allumettes-number", text = _0)]
    Number(String),
    /// An option of a position is unknown.
    #[message("allumettes-suffix", text = _0)]
    Suffix(String),
    /// A game cannot begin with these heaps.
    #[message(transparent)]
    Setup(#[from] SetupError),
    /// A cheat is neither `triche` nor `triche N`.
    #[message("allumettes-unknown-cheat", text = _0)]
    Cheat(String),
}

fn number<T: FromStr>(text: &str) -> Result<T, NotationError> {
    let number = text.trim().parse();
    number.map_err(|_| NotationError::Number(text.to_owned()))
}

/// Parses the sizes of heaps, such as `1,3,5,7`.
pub(crate) fn read_heaps(text: &str) -> Result<Vec<u32>, NotationError> {
    text.split(',').map(number).collect()
}

impl fmt::Display for Matches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, heap) in self.heaps.iter().enumerate() {
            write!(f, "{}{heap}", if index == 0 { "" } else { "," })?;
        }
        if self.max != default_max(self.heaps.len()) {
            match self.max {
                Some(max) => write!(f, "/max={max}")?,
                None => f.write_str("/max=any")?,
            }
        }
        if self.last == LastMatch::Wins {
            f.write_str("/last-wins")?;
        }
        if self.to_move == Side::Second {
            f.write_str("/second")?;
        }
        Ok(())
    }
}

impl FromStr for Matches {
    type Err = NotationError;

    /// Parses a position, which may have no match left, unlike the beginning of a game.
    fn from_str(text: &str) -> Result<Self, NotationError> {
        let mut parts = text.split('/');
        let heaps = read_heaps(parts.next().unwrap_or_default())?;
        let game = match Self::new(&heaps) {
            Err(SetupError::Empty) => Self {
                max: default_max(heaps.len()),
                heaps,
                ..Self::default()
            },
            other => other?,
        };
        parts.try_fold(game, Self::with_suffix)
    }
}

impl Matches {
    /// Applies an option of a position, such as `max=4`.
    fn with_suffix(mut self, suffix: &str) -> Result<Self, NotationError> {
        let unknown = || NotationError::Suffix(suffix.to_owned());
        match suffix.split_once('=') {
            None if suffix == "last-wins" => self.last = LastMatch::Wins,
            None if suffix == "second" => self.to_move = Side::Second,
            Some(("max", "any")) => self.max = None,
            Some(("max", most)) => {
                self.max = Some(most.parse::<NonZeroU32>().map_err(|_| unknown())?);
            }
            _ => return Err(unknown()),
        }
        Ok(self)
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.heap {
            0 => write!(f, "{}", self.count),
            heap => write!(f, "{}:{}", heap + 1, self.count),
        }
    }
}

impl FromStr for Take {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let (heap, count) = text.split_once(':').unwrap_or(("1", text));
        let heap = number::<NonZeroUsize>(heap)?.get() - 1;
        // Integers have 32 bits, as Java's (R32b).
        let count = number::<i32>(count)?.into();
        Ok(Self { heap, count })
    }
}

impl fmt::Display for Taken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} left {}", self.take, self.left)
    }
}

impl FromStr for Taken {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let parts = text.split_once(" left ");
        let (take, left) = parts.ok_or_else(|| NotationError::Number(text.to_owned()))?;
        Ok(Self {
            take: take.parse()?,
            left: number(left)?,
        })
    }
}

impl fmt::Display for Cheat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => f.write_str("triche"),
            Self::Leave(left) => write!(f, "triche {left}"),
        }
    }
}

impl FromStr for Cheat {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.split_once(' ') {
            None if text == "triche" || text == "cheat" => Ok(Self::One),
            Some(("triche", left)) => number(left).map(Self::Leave),
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
            "13",
            "0",
            "1,3,5,7",
            "20/max=4",
            "5/max=any",
            "1,3/max=2/last-wins/second",
        ] {
            assert_eq!(text.parse::<Matches>().unwrap().to_string(), text);
        }
        assert_eq!("7/max=3".parse::<Matches>().unwrap().to_string(), "7");
    }

    #[test]
    fn a_number_of_matches_has_32_bits() {
        let count = |text: &str| text.parse::<Take>().map(|take| take.count);
        assert_eq!(count("2147483647"), Ok(2_147_483_647));
        assert_eq!(count("-2147483648"), Ok(-2_147_483_648));
        for text in ["2147483648", "-2147483649"] {
            assert_eq!(count(text), Err(NotationError::Number(text.to_owned())));
        }
    }

    #[test]
    fn malformed_texts_are_refused_with_the_faulty_part() {
        let cases = [
            ("", NotationError::Number(String::new())),
            ("-5", NotationError::Number("-5".to_owned())),
            ("1,,3", NotationError::Number(String::new())),
            ("13/max=0", NotationError::Suffix("max=0".to_owned())),
            ("13/wins", NotationError::Suffix("wins".to_owned())),
            (
                "99999999",
                NotationError::Setup(SetupError::TooManyMatches(99_999_999)),
            ),
        ];
        for (text, error) in cases {
            assert_eq!(text.parse::<Matches>(), Err(error), "{text:?}");
        }
    }
}
