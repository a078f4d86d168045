//! How the players of the house choose, and where the moves of the others come from.

use std::fmt;

use crate::{Game, Seat, Stopped};

/// How a player chooses (*stratégie*).
pub trait Strategy<G: Game>: Send {
    /// Chooses a move for the side of this seat, which holds all it may know and use.
    ///
    /// # Errors
    /// When there is no move to give: see [`NoMove`] for the two reasons, which differ.
    fn choose(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Move, NoMove>;
}

/// Why a strategy gave no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoMove {
    /// It was told to stop: it has not moved, still has the hand, and may be asked again.
    #[error("the strategy was told to stop")]
    Stopped,
    /// It found none: a fault of the strategy, which forfeits.
    #[error("the strategy found no move")]
    Fault,
}

impl From<Stopped> for NoMove {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// A strategy as a game offers it: its name in the subject's words, and how to make one.
pub struct Named<G> {
    /// `naif`, `rapide`, `expert`…
    pub name: &'static str,
    /// A fresh one.
    pub make: fn() -> Box<dyn Strategy<G>>,
}

impl<G> fmt::Debug for Named<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Named").field(&self.name).finish()
    }
}

/// Where the moves of a side come from.
pub enum Mind<G> {
    /// From a person or a replay, as text: refused as often as need be.
    Person,
    /// From a program, as text: three lines of a game that are refused or cannot be read lose it.
    Program,
    /// From a strategy that the referee asks.
    Strategy(Box<dyn Strategy<G>>),
}

impl<G: Game> Mind<G> {
    /// The mind of a strategy.
    pub fn strategy(strategy: impl Strategy<G> + 'static) -> Self {
        Self::Strategy(Box::new(strategy))
    }
}

impl<G> fmt::Debug for Mind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Person => "Person",
            Self::Program => "Program",
            Self::Strategy(_) => "Strategy",
        })
    }
}
