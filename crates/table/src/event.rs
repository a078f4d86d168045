//! The events that a referee emits. All output about a game in progress is made from them.

use std::fmt;
use std::str::FromStr;

use crate::{Game, Outcome, Side};

/// A public remark of a strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remark {
    /// "I am cheating", as the subject's *tricheur* announces.
    Cheating,
}

/// Reason for which a side forfeits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Forfeit {
    /// The side tried to cheat under [`Trust::Guarded`](crate::Trust::Guarded).
    Cheating,
    /// The side's time ran out.
    Time,
    /// The side resigned.
    Resignation,
    /// The side gave too many illegal moves.
    Refused,
    /// The side gave too many lines that were neither a move nor a cheat.
    Unreadable,
    /// The program exited during the game.
    Crash,
    /// The program did not start, or never wrote a line.
    Start,
    /// The program wrote too much output.
    Flood,
    /// The program exceeded a resource limit.
    Limit(Resource),
    /// A built-in strategy returned no move.
    Fault,
}

/// A resource that is limited for programs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// Bytes of memory of all processes of the program together.
    Memory,
    /// Number of processes and threads.
    Processes,
    /// Number of open files.
    Files,
    /// Bytes written to files.
    Disk,
    /// Processor time, including during the opponent's turns.
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

/// Error for a word that records do not use.
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

/// Result of a game under a referee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// The game ended by its rules, with this outcome.
    Played(Outcome),
    /// One side forfeited.
    Forfeited(Side, Forfeit),
}

impl Ending {
    /// The declared winner. A game that ends with a caught cheat has none.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Played(outcome) => outcome.winner(),
            Self::Forfeited(_, Forfeit::Cheating) => None,
            Self::Forfeited(side, _) => Some(side.other()),
        }
    }

    /// The loser for statistics: a caught cheat counts as a loss.
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

/// One event of a game under a referee.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the variants say what their fields are")]
pub enum Event<G: Game> {
    /// A side is to move: emitted at the start of its turn, and again after a refused move.
    Asked { side: Side },
    /// A strategy made a remark.
    Said { side: Side, remark: Remark },
    /// An answer of a person or program was neither a move nor a cheat; the side is still to move.
    Unreadable {
        side: Side,
        /// The answer as it was given.
        text: String,
    },
    /// A move was played.
    Played {
        side: Side,
        mv: G::Move,
        effect: G::Effect,
    },
    /// The rules forbid the move. The game is unchanged and the same side is to move.
    Refused {
        side: Side,
        mv: G::Move,
        refusal: G::Refusal,
    },
    /// A result of chance was drawn.
    Chance {
        side: Side,
        /// Number of the result, from 0.
        outcome: u8,
        effect: G::Effect,
    },
    /// A cheat changed the game, under [`Trust::Trusting`](crate::Trust::Trusting).
    Cheated { side: Side, cheat: G::Cheat },
    /// A cheat was allowed, but the game refused it: there was nothing to gain.
    Foiled {
        side: Side,
        cheat: G::Cheat,
        refusal: G::Refusal,
    },
    /// A cheat was attempted under [`Trust::Guarded`](crate::Trust::Guarded); the side forfeits.
    Caught { side: Side, cheat: G::Cheat },
    /// The game is over.
    Over { ending: Ending },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_parses_to_what_was_written() {
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
    fn a_caught_cheat_has_a_loser_and_no_winner() {
        let caught = Ending::Forfeited(Side::First, Forfeit::Cheating);
        assert_eq!((caught.winner(), caught.loser()), (None, Some(Side::First)));
    }
}
