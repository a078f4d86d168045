//! The viewers of a game, and the facts that a game shows or hides.

use std::fmt;

use crate::{Event, Game, Side};

/// The eyes that look at a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Viewer {
    /// The player on a side.
    Player(Side),
    /// Anyone else.
    Spectator,
    /// The referee, which keeps the record and prints the terminal that all players share. It sees
    /// everything: games are never asked what it may see.
    Referee,
}

/// One fact about a game that a viewer may or may not see.
#[derive(Debug)]
pub enum Fact<'a, G: Game> {
    /// The present position.
    Position,
    /// A move that was played.
    Move(Side, &'a G::Move),
    /// A move that the rules refused: the refusal may tell what a hand holds.
    RefusedMove(Side, &'a G::Move),
    /// What a move of a side changed.
    MoveEffect(Side, &'a G::Effect),
    /// What a throw or draw of a side brought.
    ChanceEffect(Side, &'a G::Effect),
    /// A cheat, tried or done.
    Cheat(Side, &'a G::Cheat),
}

impl<'a, G: Game> Fact<'a, G> {
    /// The fact's whole text, as the record has it.
    pub fn text(self, game: &G) -> String {
        let shown: &dyn fmt::Display = match self {
            Self::Position => game,
            Self::Move(_, mv) | Self::RefusedMove(_, mv) => mv,
            Self::MoveEffect(_, effect) | Self::ChanceEffect(_, effect) => effect,
            Self::Cheat(_, cheat) => cheat,
        };
        shown.to_string()
    }

    /// The move, the refused move or the cheat of an event.
    pub fn of_action(event: &'a Event<G>) -> Option<Self> {
        match event {
            Event::Played { side, mv, .. } => Some(Self::Move(*side, mv)),
            Event::Refused { side, mv, .. } => Some(Self::RefusedMove(*side, mv)),
            Event::Cheated { side, cheat }
            | Event::Foiled { side, cheat, .. }
            | Event::Caught { side, cheat } => Some(Self::Cheat(*side, cheat)),
            Event::Asked { .. }
            | Event::Said { .. }
            | Event::Unreadable { .. }
            | Event::Chance { .. }
            | Event::Over { .. } => None,
        }
    }

    /// The effect of an event.
    pub fn of_effect(event: &'a Event<G>) -> Option<Self> {
        match event {
            Event::Played { side, effect, .. } => Some(Self::MoveEffect(*side, effect)),
            Event::Chance { side, effect, .. } => Some(Self::ChanceEffect(*side, effect)),
            _ => None,
        }
    }
}

/// The text of `fact` for `viewer`; none where the game hides it.
pub fn shown<G: Game>(game: &G, fact: Fact<'_, G>, viewer: Viewer) -> Option<String> {
    match viewer {
        Viewer::Referee => Some(fact.text(game)),
        Viewer::Player(_) | Viewer::Spectator => game.show(fact, viewer),
    }
}
