//! A packed position for the solver: two sets of tiles and two numbers, as the side to move sees it.

use crate::rules::{Dominos, Ends, Move};
use crate::tile::{Tile, Tiles};

/// A position after the opening: both hands and the ends of the line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    /// The hand of the side to move.
    pub(crate) own: Tiles,
    /// The hand of the opponent.
    pub(crate) other: Tiles,
    /// The ends of the line; their order does not matter.
    pub(crate) ends: Ends,
}

impl Board {
    /// The position of a game; `None` before the opening.
    pub(crate) fn from_game(game: &Dominos) -> Option<Self> {
        let side = game.next_side();
        Some(Self {
            own: game.hand(side),
            other: game.hand(side.other()),
            ends: game.ends()?,
        })
    }

    /// The tiles that the side to move can lay.
    pub(crate) fn playable(&self) -> Tiles {
        self.own & self.ends.fitting()
    }

    /// Returns whether neither side can lay a tile.
    pub(crate) fn is_blocked(&self) -> bool {
        ((self.own | self.other) & self.ends.fitting()).is_empty()
    }

    /// Compares points: 1 when the side to move has fewer, −1 when the opponent has, 0 when equal.
    pub(crate) fn by_points(&self) -> i8 {
        self.other.points().cmp(&self.own.points()) as i8
    }

    /// The position with the opponent to move.
    #[must_use]
    pub(crate) fn turned(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            ends: self.ends,
        }
    }

    /// The position after the side to move lays `tile`, which leaves `ends`.
    #[must_use]
    pub(crate) fn after(self, tile: Tile, ends: Ends) -> Self {
        Self {
            own: self.other,
            other: self.own.without(tile),
            ends,
        }
    }

    /// Calls `each` with every tile that can be laid, the ends after it and the move. When both ends
    /// have the same number, only one of the two equivalent moves is listed.
    pub(crate) fn lays(&self, mut each: impl FnMut(Tile, Ends, Move)) {
        let Ends { left, right } = self.ends;
        for tile in self.own & Tiles::with(left) {
            let ends = Ends {
                left: across(tile, left),
                right,
            };
            each(tile, ends, Move::Lay(tile));
        }
        if left == right {
            return;
        }
        for tile in self.own & Tiles::with(right) {
            let ends = Ends {
                left,
                right: across(tile, right),
            };
            let fits_left = Tiles::with(left).contains(tile);
            let lay = if fits_left { Move::LayRight } else { Move::Lay };
            each(tile, ends, lay(tile));
        }
    }
}

/// The other number of a tile that has `pips` on one half.
fn across(tile: Tile, pips: u8) -> u8 {
    let [high, low] = tile.halves();
    high + low - pips
}
