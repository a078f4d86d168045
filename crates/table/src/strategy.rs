//! Strategies, and the sources of the moves of a side.

use std::fmt;

use crate::{Game, Seat, Stopped};

/// A program that chooses moves (*stratégie*).
pub trait Strategy<G: Game>: Send {
    /// Chooses a move for the side of this seat. The seat is its only input.
    fn choose(&mut self, seat: &mut Seat<'_, G>) -> Result<G::Move, NoMove>;
}

/// Error of a strategy that returns no move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoMove {
    /// The search was stopped: the side is still to move and may be asked again.
    #[error("the strategy was told to stop")]
    Stopped,
    /// The strategy found no move: it forfeits.
    #[error("the strategy found no move")]
    Fault,
}

impl From<Stopped> for NoMove {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// A strategy of a game: its name in the subject, and its constructor.
#[derive(Debug)]
pub struct Named<G> {
    /// Name, such as `naif`, `rapide` or `expert`.
    pub name: &'static str,
    /// Constructor of the strategy.
    pub make: fn() -> Box<dyn Strategy<G>>,
}

impl<G> Named<G> {
    /// Pairs a name with the constructor of a strategy.
    pub const fn new(name: &'static str, make: fn() -> Box<dyn Strategy<G>>) -> Self {
        Self { name, make }
    }
}

/// Source of the moves of a side.
pub enum Mind<G> {
    /// Text answers of a person or a replay; any number may be refused.
    Person,
    /// Text answers of a program; it forfeits at the third refused or unreadable line of a game.
    Program,
    /// A strategy called by the referee.
    Strategy(Box<dyn Strategy<G>>),
}

impl<G: Game> Mind<G> {
    /// The mind of a side that `strategy` plays.
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
