//! The latest effects on the board as one role saw them: a drawing marks them.

use games::RegisteredGame;

use host::{Drawing, DrawingRequest, DrawingStyle, EventKind, EventView};
use table::Side;
use text::Language;

use super::role::TableRole;

/// An effect in the game's notation, and the side that it happened to.
type SidedEffect = (Side, String);

/// The effects that the next drawing for one role marks.
#[derive(Clone, Debug)]
pub(crate) struct EffectTrail {
    role: TableRole,
    /// The last effect that the role saw.
    last: Option<SidedEffect>,
    /// The last effect of a player's move.
    played: Option<SidedEffect>,
    /// The side of the last event that had one.
    side: Option<Side>,
}

impl EffectTrail {
    pub(crate) const fn new(role: TableRole) -> Self {
        Self {
            role,
            last: None,
            played: None,
            side: None,
        }
    }

    /// Remembers the effect of an event, if the role may see it.
    pub(crate) fn note(&mut self, event: &dyn EventView) {
        let Some(side) = event.side() else { return };
        self.side = Some(side);
        if let Some(effect) = event.effect(self.role.viewer(Some(side))) {
            if event.kind() == EventKind::Played {
                self.played = Some((side, effect.clone()));
            }
            self.last = Some((side, effect));
        }
    }

    /// The side that a drawing shows near: one's own, and where two people share the screen of a game
    /// with hidden hands, the side of the last event.
    fn near(&self, offer: &RegisteredGame) -> Side {
        match self.role {
            TableRole::Player(side) => side,
            TableRole::Both if offer.hides => self.side.unwrap_or(Side::First),
            TableRole::Both | TableRole::Spectator => Side::First,
        }
    }

    /// Draws a view with the latest effects marked; none where the game cannot parse the view.
    pub(crate) fn draw(
        &self,
        offer: &RegisteredGame,
        view: &str,
        language: Language,
        tall: bool,
    ) -> Option<Drawing> {
        fn sided(effect: Option<&SidedEffect>) -> Option<(Side, &str)> {
            effect.map(|(side, text)| (*side, text.as_str()))
        }
        let wanted = DrawingRequest {
            view,
            last: sided(self.last.as_ref()),
            played: sided(self.played.as_ref()),
            style: DrawingStyle {
                near: self.near(offer),
                language,
                tall,
            },
        };
        offer.drawing(&wanted).ok()
    }
}
