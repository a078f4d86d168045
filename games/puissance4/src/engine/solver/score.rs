//! Scores: 0 is a draw; +k means that the side to move wins with its (22 − k)-th disc, −k that the
//! other does. Below, `discs` is how many are on the board.

use crate::engine::board::CELLS;

const CELLS_I: i32 = CELLS.cast_signed();

/// The score of completing four with the very next disc.
pub(crate) const fn win_now(discs: u32) -> i32 {
    (CELLS_I + 1 - discs.cast_signed()) / 2
}

/// The score of winning with the disc after the next.
pub(crate) const fn win_next(discs: u32) -> i32 {
    win_now(discs) - 1
}

/// The score when the other side completes four with its next disc.
pub(crate) const fn lost_next(discs: u32) -> i32 {
    -((CELLS_I - discs.cast_signed()) / 2)
}

/// What is known of a score: it lies between the two, both possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    /// The score is at least this.
    pub low: i32,
    /// The score is at most this.
    pub high: i32,
}

impl Bounds {
    /// Nothing known but the number of discs.
    pub(crate) const fn of_discs(discs: u32) -> Self {
        Self {
            low: lost_next(discs),
            high: win_now(discs),
        }
    }

    /// A known score.
    pub(crate) const fn exactly(score: i32) -> Self {
        Self {
            low: score,
            high: score,
        }
    }

    /// The score, when only one is left.
    pub const fn exact(self) -> Option<i32> {
        if self.low == self.high {
            Some(self.low)
        } else {
            None
        }
    }

    /// The same seen by the other side.
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

    /// The bound that tells whether the score exceeds `alpha`, if one does.
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
