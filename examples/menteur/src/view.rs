//! The game as one viewer sees it.

use table::{Side, Viewer};

use crate::rules::{Die, Menteur};

/// A game with [`Die::Hidden`] in place of each die that the viewer may not see. It is printed and
/// parsed like a game, with `?` for a hidden die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct View(pub(crate) Menteur);

impl Menteur {
    /// The view of `viewer`: the dice of other sides are hidden until the call.
    pub(crate) fn seen_by(&self, viewer: Viewer) -> View {
        let hide = |side: Side| match self.dice[side.index()] {
            Die::Face(_) if !self.called && viewer != Viewer::Player(side) => Die::Hidden,
            die => die,
        };
        View(Self {
            dice: Side::BOTH.map(hide),
            ..*self
        })
    }
}
