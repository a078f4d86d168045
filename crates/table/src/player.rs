//! Players: a name, and a way to choose that may change in the course of a game.

use std::fmt;

use crate::{Budget, Chance, Game, Seat, Stopped};

/// How a player chooses (*stratégie*).
pub trait Strategy<G: Game>: Send {
    /// Chooses a move for the side of this seat.
    ///
    /// # Errors
    /// [`Stopped`] when nobody waits for the answer any more.
    fn choose(
        &mut self,
        seat: &mut Seat<'_, G>,
        luck: &mut dyn Chance,
        budget: &Budget<'_>,
    ) -> Result<G::Move, Stopped>;
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

/// Where a player's moves come from.
pub enum Mind<G> {
    /// From outside, as text: a person, a program, a browser, a replay.
    Outside,
    /// From a strategy that the referee asks.
    Strategy(Box<dyn Strategy<G>>),
}

impl<G> fmt::Debug for Mind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Outside => "Outside",
            Self::Strategy(_) => "Strategy",
        })
    }
}

/// A name and a mind (*joueur*).
#[derive(Debug)]
pub struct Player<G> {
    /// As given by whoever seated the player.
    pub name: String,
    /// Replaceable between two moves.
    pub mind: Mind<G>,
}

impl<G: Game> Player<G> {
    /// A player whose moves come as text.
    pub fn outside(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            mind: Mind::Outside,
        }
    }

    /// A player whose moves come from a strategy.
    pub fn with(name: impl Into<String>, strategy: impl Strategy<G> + 'static) -> Self {
        Self {
            name: name.into(),
            mind: Mind::Strategy(Box::new(strategy)),
        }
    }
}
