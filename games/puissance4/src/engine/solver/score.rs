//! Scores: 0 is a draw, +k means that the side to move wins with its (22 − k)-th disc, −k that the
//! opponent does. In this file `discs` is the number of discs on the board.

use crate::engine::board::CELLS;

const CELLS_I: i32 = CELLS.cast_signed();

/// The score of completing four with the next disc.
pub(crate) const fn win_now(discs: u32) -> i32 {
    (CELLS_I + 1 - discs.cast_signed()) / 2
}

/// The score of winning with the disc after the next.
pub(crate) const fn win_next(discs: u32) -> i32 {
    win_now(discs) - 1
}

/// The score when the opponent completes four with its next disc.
pub(crate) const fn lost_next(discs: u32) -> i32 {
    -((CELLS_I - discs.cast_signed()) / 2)
}

/// Bounds of a score, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// Lower bound of the score.
    pub low: i32,
    /// Upper bound of the score.
    pub high: i32,
}

impl Bounds {
    /// The bounds of every score with this many discs.
    pub(crate) const fn from_discs(discs: u32) -> Self {
        Self {
            low: lost_next(discs),
            high: win_now(discs),
        }
    }

    pub(crate) const fn exactly(score: i32) -> Self {
        Self {
            low: score,
            high: score,
        }
    }

    /// The score, if both bounds are equal.
    pub const fn exact(self) -> Option<i32> {
        if self.low == self.high {
            Some(self.low)
        } else {
            None
        }
    }

    /// The bounds of the score for the opponent.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            low: -self.high,
            high: -self.low,
        }
    }

    pub(crate) fn at_least(&mut self, low: i32) {
        self.low = self.low.max(low);
    }

    pub(crate) fn at_most(&mut self, high: i32) {
        self.high = self.high.min(high);
    }

    /// The bound that decides whether the score exceeds `alpha`: the lower bound if it does, the upper
    /// bound if it does not, `None` if both are possible.
    #[inline]
    pub(crate) const fn decides(self, alpha: i32) -> Option<i32> {
        if self.low > alpha {
            Some(self.low)
        } else if self.high <= alpha {
            Some(self.high)
        } else {
            None
        }
    }
}
