//! What a game is: its rules as a value that plays, refuses, draws and shows itself.

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

/// What a game is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A move of this side.
    Player(Side),
    /// Nature: one of `outcomes` equally likely results, a die or a tile.
    Chance {
        /// Whose throw or draw it is.
        side: Side,
        /// How many results there are, numbered from 0.
        outcomes: u8,
    },
    /// Nothing: the game is over.
    Over(Outcome),
}

/// The cheat of a game that has none: no value of it exists, and no text reads as one.
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

/// Error for a text that is read as a cheat of a game without cheats.
#[derive(Clone, PartialEq, Eq, Debug, Explain)]
#[message("no-such-cheat", text = _0)]
pub struct NoSuchCheat(pub String);

/// One text form that reads back to an equal value, and an error that can be said in any language.
pub trait Notation: Display + FromStr<Err: Error + Explain + Send + Sync + 'static> {}

impl<T: Display + FromStr<Err: Error + Explain + Send + Sync + 'static>> Notation for T {}

/// The rules of a game and the state of one game in progress (*jeu*).
///
/// A game owns no clock, no randomness and no I/O, so that it replays exactly. The promises below
/// are checked for every game by [`contract::check`](crate::contract::check).
pub trait Game: Clone + Eq + Debug + Notation + Send + Sync + 'static {
    /// What a player may do, in the game's own notation.
    type Move: Copy + Eq + Debug + Notation + Send + Sync;
    /// What a move or a draw did, for whoever shows it.
    type Effect: Clone + Eq + Debug + Notation + Send + Sync;
    /// A way to cheat: a value, so that games under a trusting referee replay. [`NoCheat`] for a game
    /// without one.
    type Cheat: Copy + Eq + Debug + Notation + Send + Sync;
    /// Why a move or a cheat cannot be.
    type Refusal: Error + Explain + Clone + Eq + Send + Sync + 'static;
    /// What one side may see: `&Self`, or less where something is hidden.
    type View<'a>: Copy + Eq + Debug + Display;

    /// Whose turn it is, or how the game ended.
    fn turn(&self) -> Turn;

    /// The legal moves, in a fixed order; none unless it is a player's turn. Made one by one: whoever
    /// wants a few of a million pays for a few.
    fn legal(&self) -> impl Iterator<Item = Self::Move>;

    /// Plays `mv` for the side whose turn it is.
    ///
    /// # Errors
    /// A refused move leaves the game as it was.
    fn play(&mut self, mv: Self::Move) -> Result<Self::Effect, Self::Refusal>;

    /// The place of the result that nature is asked for: no two of a game are equal. It is of no
    /// account when nature has no part.
    fn slot(&self) -> Slot {
        Slot::shared(0, 0)
    }

    /// Lets nature decide: `outcome` is below the number that [`turn`](Self::turn) gives.
    ///
    /// # Panics
    /// When it is not nature's turn or the outcome is out of range; the referee checks both.
    fn draw(&mut self, outcome: u8) -> Self::Effect;

    /// Changes the game behind the rules' back, for the side whose turn it is.
    ///
    /// # Errors
    /// When there is nothing to gain; the game is then as it was.
    fn tamper(&mut self, cheat: Self::Cheat) -> Result<(), Self::Refusal>;

    /// What `side` may see. Two games that differ only in what is hidden from it give equal views.
    fn view(&self, side: Side) -> Self::View<'_>;

    /// The text that `viewer` reads of `fact`, or `None` where it is hidden. A part may be masked:
    /// `draws ?`. A game without secrets answers `Some(fact.text(self))`.
    ///
    /// Events, drawings, programs, hints and reviews show nothing else, so there is no default. The
    /// position that a player reads is the text of [`view`](Self::view). A finished game is open to
    /// all, and the referee sees everything: neither is asked here.
    fn show(&self, fact: Fact<'_, Self>, viewer: Viewer) -> Option<String>;
}
