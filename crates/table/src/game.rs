//! The [`Game`] trait: rules and state of a game as one value.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt::{self, Debug, Display};
use std::str::FromStr;

use crate::{Explain, Fact, Side, Slot, Viewer};

/// The result of a game that was played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side won.
    Win(Side),
    /// Neither side won.
    Draw,
    /// The points of the first and of the second side. More points win; equal points are a draw.
    Points([i32; 2]),
}

impl Outcome {
    /// The side that won; none after a draw.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
            Self::Points([first, second]) => match first.cmp(&second) {
                Ordering::Greater => Some(Side::First),
                Ordering::Equal => None,
                Ordering::Less => Some(Side::Second),
            },
        }
    }
}

/// The next input that a game needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The game needs a move of this side.
    Player(Side),
    /// A result of chance among `outcomes` equally likely ones: a die or a tile.
    Chance {
        /// The side that throws or draws.
        side: Side,
        /// Number of possible results, numbered from 0.
        outcomes: u8,
    },
    /// No input: the game is over.
    Over(Outcome),
}

/// Cheat type of a game without cheats: it has no values, and no text parses as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoCheat {}

impl Display for NoCheat {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl FromStr for NoCheat {
    type Err = NoSuchCheat;

    fn from_str(text: &str) -> Result<Self, NoSuchCheat> {
        Err(NoSuchCheat(text.to_owned()))
    }
}

/// Error of every parse of [`NoCheat`].
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("no-such-cheat", text = _0)]
pub struct NoSuchCheat(pub String);

/// A value with one text form that parses back to an equal value, and a translatable parse error.
pub trait TextForm: Display + FromStr<Err: Error + Explain + Send + Sync + 'static> {}

impl<T: Display + FromStr<Err: Error + Explain + Send + Sync + 'static>> TextForm for T {}

/// The rules of a game and the state of one game in progress (*jeu*).
///
/// A game has no clock, no randomness and no I/O, so that it replays exactly. The guarantees below
/// are checked for every game by [`contract::check`](crate::contract::check).
pub trait Game: Clone + Eq + Debug + TextForm + Send + Sync + 'static {
    /// A move of a player, in the game's own notation.
    type Move: Copy + Eq + Debug + TextForm + Send + Sync;
    /// The visible effect of a move or of a result of chance.
    type Effect: Clone + Eq + Debug + TextForm + Send + Sync;
    /// A cheat, recorded like a move so that games with cheats replay. [`NoCheat`] for a game
    /// without cheats.
    type Cheat: Copy + Eq + Debug + TextForm + Send + Sync;
    /// Reason for which a move or a cheat is refused.
    type Refusal: Error + Explain + Clone + Eq + Send + Sync + 'static;
    /// The part of the game that one side sees: `&Self` if nothing is hidden. It is `Copy`: it
    /// borrows from the game or has fixed arrays, and no `Vec`.
    type View<'a>: Copy + Eq + Debug + Display;

    /// The next input of the game, or its outcome.
    fn turn(&self) -> Turn;

    /// The legal moves, in a fixed order; none unless it is a player's turn. Lazy: taking a few of
    /// a million moves costs a few.
    fn legal(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays `mv` for the side whose turn it is. A refused move leaves the game unchanged.
    fn play(&mut self, mv: Self::Move) -> Result<Self::Effect, Self::Refusal>;

    /// The slot of the next result of chance, unique within a game. Unused at other turns and by
    /// games without chance.
    fn slot(&self) -> Slot {
        Slot::shared(0, 0)
    }

    /// Applies a result of chance. A game without chance needs no body of its own. It may panic
    /// when the turn is not [`Turn::Chance`] or `outcome` is out of range: the referee checks both.
    fn draw(&mut self, outcome: u8) -> Self::Effect {
        panic!("result {outcome} of chance in a game without chance")
    }

    /// Applies a cheat of the side whose turn it is: a change that the rules forbid. A cheat that
    /// gains nothing is refused, and leaves the game unchanged.
    fn tamper(&mut self, cheat: Self::Cheat) -> Result<(), Self::Refusal>;

    /// The view of `side`. Two games that differ only in facts hidden from it give equal views.
    fn view(&self, side: Side) -> Self::View<'_>;

    /// The text of `fact` for `viewer`, or `None` if it is hidden. A game without hidden facts
    /// returns `Some(fact.text(self))`.
    ///
    /// A position is never `None`: its hidden parts are masked, as in `3/? first`. Any other fact is
    /// shown as `fact.text(self)` or not at all. A masked effect could not be drawn, and its
    /// sentence would be made from the whole effect. Programs read `?` for a hidden fact.
    ///
    /// Events, drawings, programs, hints and reviews show only this text, so there is no default
    /// body. A player's position is the text of [`view`](Self::view). The referee sees everything, and
    /// this method is not called for it. The end of a game may reveal what was hidden.
    fn show(&self, fact: Fact<'_, Self>, viewer: Viewer) -> Option<String>;
}
