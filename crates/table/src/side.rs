//! The two sides of a game.

use std::fmt;
use std::str::FromStr;

use crate::Explain;

/// A side of a game: *joueur 1* or *joueur 2*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Joueur 1.
    First,
    /// Joueur 2.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 or 1, to index arrays with one element per side.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Name of the side in records: `first` or `second`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Second => "second",
        }
    }

    /// 1 or 2, the player number of the subjects.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Error for a word other than `first` and `second`.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("unknown-side", text = _0)]
pub struct UnknownSide(pub String);

impl FromStr for Side {
    type Err = UnknownSide;

    fn from_str(text: &str) -> Result<Self, UnknownSide> {
        Self::BOTH
            .into_iter()
            .find(|side| side.name() == text)
            .ok_or_else(|| UnknownSide(text.to_owned()))
    }
}
