//! What the referee tells: everything people or programs see of a game is made from these.

use std::fmt;
use std::str::FromStr;

use crate::{Game, Outcome, Side};

/// What a strategy may say aloud.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// "I am cheating", as the subject's *tricheur* announces.
    Cheating,
}

/// Why a side lost the right to go on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forfeit {
    /// It tried the door under a distrustful referee: the game is abandoned.
    Cheating,
    /// Its time ran out.
    Time,
    /// It gave up.
    Resignation,
    /// Its moves were refused too often.
    Refused,
    /// Its lines were too often neither a move nor a cheat.
    Unreadable,
    /// The program ended in mid-game.
    Crash,
    /// The program did not start, or never said a word.
    Start,
    /// The program wrote without end.
    Flood,
    /// The program went beyond one of its limits.
    Limit(Resource),
    /// A strategy of the house found no move.
    Fault,
}

/// What a program may use only so much of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// Bytes held by all its processes together.
    Memory,
    /// Processes and threads.
    Processes,
    /// Open files.
    Files,
    /// Bytes written to files.
    Disk,
    /// Processor time, also on the other's turn.
    Processor,
}

impl Remark {
    const ALL: [(Self, &'static str); 1] = [(Self::Cheating, "cheating")];
}

impl Forfeit {
    const ALL: [(Self, &'static str); 14] = [
        (Self::Cheating, "cheating"),
        (Self::Time, "time"),
        (Self::Resignation, "resignation"),
        (Self::Refused, "refused"),
        (Self::Unreadable, "unreadable"),
        (Self::Crash, "crash"),
        (Self::Start, "start"),
        (Self::Flood, "flood"),
        (Self::Limit(Resource::Memory), "limit memory"),
        (Self::Limit(Resource::Processes), "limit processes"),
        (Self::Limit(Resource::Files), "limit files"),
        (Self::Limit(Resource::Disk), "limit disk"),
        (Self::Limit(Resource::Processor), "limit processor"),
        (Self::Fault, "fault"),
    ];
}

/// A word that is not in the vocabulary of records.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a word of records")]
pub struct UnknownWord(pub String);

macro_rules! words {
    ($($kind:ty),*) => {$(
        impl fmt::Display for $kind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let named = Self::ALL.iter().find(|(kind, _)| kind == self);
                f.write_str(named.map_or("", |(_, word)| word))
            }
        }

        impl FromStr for $kind {
            type Err = UnknownWord;

            fn from_str(text: &str) -> Result<Self, UnknownWord> {
                let named = Self::ALL.iter().find(|(_, word)| *word == text);
                named.map(|(kind, _)| *kind).ok_or_else(|| UnknownWord(text.to_owned()))
            }
        }
    )*};
}
words!(Remark, Forfeit);

/// How a game under a referee ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By its rules.
    Played(Outcome),
    /// One side lost the right to go on.
    Forfeited(Side, Forfeit),
}

impl Ending {
    /// Who is declared the winner. A cheat that was caught ends the game without one (R30).
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Played(outcome) => outcome.winner(),
            Self::Forfeited(_, Forfeit::Cheating) => None,
            Self::Forfeited(side, _) => Some(side.other()),
        }
    }

    /// Who is counted as the loser, where games are counted: a caught cheat loses (R32b).
    pub fn loser(self) -> Option<Side> {
        match self {
            Self::Played(outcome) => outcome.winner().map(Side::other),
            Self::Forfeited(side, _) => Some(side),
        }
    }
}

impl FromStr for Ending {
    type Err = UnknownWord;

    fn from_str(text: &str) -> Result<Self, UnknownWord> {
        let unknown = || UnknownWord(text.to_owned());
        if text == "draw" {
            return Ok(Self::Played(Outcome::Draw));
        }
        if let Some(points) = text.strip_prefix("points ") {
            let (first, second) = points.split_once(' ').ok_or_else(unknown)?;
            let number = |text: &str| text.parse().map_err(|_| unknown());
            return Ok(Self::Played(Outcome::Points([
                number(first)?,
                number(second)?,
            ])));
        }
        let (side, what) = text.split_once(' ').ok_or_else(unknown)?;
        let side = side.parse().map_err(|_| unknown())?;
        match what.split_once(' ') {
            None if what == "wins" => Ok(Self::Played(Outcome::Win(side))),
            Some(("forfeits", reason)) => Ok(Self::Forfeited(side, reason.parse()?)),
            _ => Err(unknown()),
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Played(Outcome::Win(side)) => write!(f, "{side} wins"),
            Self::Played(Outcome::Draw) => f.write_str("draw"),
            Self::Played(Outcome::Points([first, second])) => write!(f, "points {first} {second}"),
            Self::Forfeited(side, reason) => write!(f, "{side} forfeits {reason}"),
        }
    }
}

/// One thing that happened at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event<G: Game> {
    /// A side was given the hand: at the start of its turn, and again after a refusal.
    Asked {
        /// Who is to move.
        side: Side,
    },
    /// A strategy said something aloud.
    Said {
        /// Who spoke.
        side: Side,
        /// What it said.
        remark: Remark,
    },
    /// An answer from outside was neither a move nor a cheat; the same question stands.
    Unreadable {
        /// Who answered.
        side: Side,
        /// The answer as it was given.
        text: String,
    },
    /// A move was played.
    Played {
        /// By whom.
        side: Side,
        /// Which move.
        mv: G::Move,
        /// What it did.
        effect: G::Effect,
    },
    /// The rules forbid the move; the game is as before and the same side plays again.
    Refused {
        /// Who tried it.
        side: Side,
        /// Which move.
        mv: G::Move,
        /// Why not.
        refusal: G::Refusal,
    },
    /// Nature decided.
    Chance {
        /// Whose throw or draw it was.
        side: Side,
        /// Which of the equally likely results.
        outcome: u8,
        /// What it did.
        effect: G::Effect,
    },
    /// A cheat went through the open door of a trusting referee.
    Cheated {
        /// Who cheated.
        side: Side,
        /// How.
        cheat: G::Cheat,
    },
    /// The door was open, but there was nothing to gain.
    Foiled {
        /// Who tried to cheat.
        side: Side,
        /// How.
        cheat: G::Cheat,
        /// Why it came to nothing.
        refusal: G::Refusal,
    },
    /// A cheat was noticed at a shut door.
    Caught {
        /// Who tried to cheat.
        side: Side,
        /// How.
        cheat: G::Cheat,
    },
    /// The game is over.
    Over {
        /// How it ended.
        ending: Ending,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_reads_back() {
        let forfeits = Forfeit::ALL.map(|(reason, _)| reason);
        let forfeited = |side: Side| forfeits.map(|reason| Ending::Forfeited(side, reason));
        let played = [
            Ending::Played(Outcome::Draw),
            Ending::Played(Outcome::Win(Side::First)),
            Ending::Played(Outcome::Win(Side::Second)),
            Ending::Played(Outcome::Points([25, -3])),
        ];
        let endings = Side::BOTH.into_iter().flat_map(forfeited).chain(played);
        for ending in endings {
            assert_eq!(ending.to_string().parse(), Ok(ending), "{ending}");
        }
        for text in [
            "",
            "first",
            "third wins",
            "first wins big",
            "first forfeits sleep",
            "points 25",
            "points 25 x",
        ] {
            assert!(text.parse::<Ending>().is_err(), "{text}");
        }
    }

    #[test]
    fn more_points_win_and_equal_points_draw() {
        let ending = |points| Ending::Played(Outcome::Points(points));
        let [first, second] = Side::BOTH.map(Some);
        assert_eq!(
            (ending([25, 23]).winner(), ending([25, 23]).loser()),
            (first, second)
        );
        assert_eq!(ending([-2, 0]).winner(), second);
        assert_eq!(
            (ending([24, 24]).winner(), ending([24, 24]).loser()),
            (None, None)
        );
    }

    #[test]
    fn a_caught_cheat_has_lost_and_nobody_won() {
        let caught = Ending::Forfeited(Side::First, Forfeit::Cheating);
        assert_eq!((caught.winner(), caught.loser()), (None, Some(Side::First)));
    }
}
