//! A position packed for engines: two bit sets and two numbers, seen from the side to move.

use crate::rules::{Dominos, Ends, Move};
use crate::tile::{Tile, Tiles};

/// Both hands and the line, after the opening.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    /// The hand of the side to move.
    pub(crate) own: Tiles,
    /// The other hand.
    pub(crate) other: Tiles,
    /// The ends of the line. Which of them is the left one matters to nobody but the table.
    pub(crate) ends: Ends,
}

impl Board {
    /// The position of a game that was opened.
    pub(crate) fn of(game: &Dominos) -> Option<Self> {
        let side = game.next_side();
        Some(Self {
            own: game.hand(side),
            other: game.hand(side.other()),
            ends: game.ends()?,
        })
    }

    /// What the side to move can lay.
    pub(crate) fn playable(&self) -> Tiles {
        self.own & self.ends.fitting()
    }

    /// Neither side can lay.
    pub(crate) fn is_blocked(&self) -> bool {
        ((self.own | self.other) & self.ends.fitting()).is_empty()
    }

    /// Who has fewer points: 1 the side to move, −1 the other, 0 neither.
    pub(crate) fn by_points(&self) -> i8 {
        self.other.points().cmp(&self.own.points()) as i8
    }

    /// The same with the other side to move.
    #[must_use]
    pub(crate) fn turned(self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            ends: self.ends,
        }
    }

    /// The position after `tile` was laid and `ends` are left.
    #[must_use]
    pub(crate) fn after(self, tile: Tile, ends: Ends) -> Self {
        let mut own = self.own;
        own.remove(tile);
        Self {
            own: self.other,
            other: own,
            ends,
        }
    }

    /// Hands every tile that can be laid to `each` with the ends it leaves and the move that lays
    /// it; one of the two where both ends are alike.
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
            each(
                tile,
                ends,
                if fits_left {
                    Move::LayRight(tile)
                } else {
                    Move::Lay(tile)
                },
            );
        }
    }
}

/// The half that shows when the other touches `pips`, which is on the tile.
fn across(tile: Tile, pips: u8) -> u8 {
    let [high, low] = tile.halves();
    high + low - pips
}
