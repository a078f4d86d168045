//! The viewers of a game, and the facts that it shows or hides.

use std::fmt;

use crate::{Event, Game, Side};

/// A viewer of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player on a side.
    Player(Side),
    /// A viewer who is not a player.
    Spectator,
    /// The referee, for the record and for a terminal shared by all players. It sees everything,
    /// without a call to [`Game::show`].
    Referee,
}

/// One fact about a game that a viewer may or may not see.
#[derive(Debug)]
pub enum Fact<'a, G: Game> {
    /// The current position.
    Position,
    /// A move that was played.
    Move(Side, &'a G::Move),
    /// A refused move: the refusal may reveal the content of a hand.
    RefusedMove(Side, &'a G::Move),
    /// The effect of a move.
    MoveEffect(Side, &'a G::Effect),
    /// The effect of a throw or draw.
    ChanceEffect(Side, &'a G::Effect),
    /// A cheat, successful or not.
    Cheat(Side, &'a G::Cheat),
}

impl<'a, G: Game> Fact<'a, G> {
    /// The full text of the fact, as in the record.
    pub fn text(self, game: &G) -> String {
        let shown: &dyn fmt::Display = match self {
            Self::Position => game,
            Self::Move(_, mv) | Self::RefusedMove(_, mv) => mv,
            Self::MoveEffect(_, effect) | Self::ChanceEffect(_, effect) => effect,
            Self::Cheat(_, cheat) => cheat,
        };
        shown.to_string()
    }

    /// The move, refused move or cheat of an event; `None` for other events.
    pub fn of_action(event: &'a Event<G>) -> Option<Self> {
        match event {
            Event::Played { side, mv, .. } => Some(Self::Move(*side, mv)),
            Event::Refused { side, mv, .. } => Some(Self::RefusedMove(*side, mv)),
            Event::Cheated { side, cheat }
            | Event::Foiled { side, cheat, .. }
            | Event::Caught { side, cheat } => Some(Self::Cheat(*side, cheat)),
            _ => None,
        }
    }

    /// The effect of a move or a result of chance; `None` for other events.
    pub fn of_effect(event: &'a Event<G>) -> Option<Self> {
        match event {
            Event::Played { side, effect, .. } => Some(Self::MoveEffect(*side, effect)),
            Event::Chance { side, effect, .. } => Some(Self::ChanceEffect(*side, effect)),
            _ => None,
        }
    }
}

/// The text of `fact` for `viewer`; `None` if the game hides it.
pub fn shown<G: Game>(game: &G, fact: Fact<'_, G>, viewer: Viewer) -> Option<String> {
    match viewer {
        Viewer::Referee => Some(fact.text(game)),
        Viewer::Player(_) | Viewer::Spectator => game.show(fact, viewer),
    }
}
