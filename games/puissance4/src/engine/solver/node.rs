//! A position in the search: the discs of both sides and the cells where each completes four.

use crate::engine::board::{Board, landings, winning_cells};

use super::score::win_next;

/// A position in which the side to move cannot win with its next disc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) other: u64,
    /// Empty cells where the side to move would complete four.
    pub(super) own_wins: u64,
    /// Empty cells where the opponent would complete four.
    pub(super) other_wins: u64,
    pub(super) discs: u32,
}

impl Node {
    /// The node of a board whose side to move cannot win with its next disc.
    pub(super) fn new(board: Board) -> Self {
        let (own, other, all) = (board.own(), board.other(), board.all());
        Self {
            own,
            other,
            own_wins: winning_cells(own, all),
            other_wins: winning_cells(other, all),
            discs: board.discs(),
        }
    }

    #[inline]
    pub(super) const fn all(&self) -> u64 {
        self.own | self.other
    }

    /// The position after a disc in `cell`, where `wins` are then the winning cells of its side.
    #[inline]
    pub(super) const fn after(&self, cell: u64, wins: u64) -> Self {
        Self {
            own: self.other,
            other: self.own | cell,
            own_wins: self.other_wins & !cell,
            other_wins: wins,
            discs: self.discs + 1,
        }
    }

    /// Plays the forced moves: as long as the opponent threatens to win at once, the only parry.
    /// Returns whether the side to move after them loses at once, because a threat has no parry.
    #[inline]
    pub(super) fn play_forced(&mut self) -> bool {
        loop {
            let forced = landings(self.all()) & self.other_wins;
            if forced == 0 {
                return false;
            }
            if cannot_parry(forced, self.other_wins) {
                return true;
            }
            let own = self.own | forced;
            *self = self.after(forced, winning_cells(own, own | self.other));
        }
    }

    /// The moves after which the opponent cannot win at once, in a position without an immediate
    /// threat.
    #[inline]
    pub(super) const fn safe_moves(&self) -> u64 {
        landings(self.all()) & !(self.other_wins >> 1)
    }

    /// The score after a decisive move: a win with the disc after the next.
    pub(super) const fn decisive_score(&self) -> i32 {
        win_next(self.discs)
    }
}

/// Returns whether immediate threats cannot be parried: there are two, or one above the other.
#[inline]
const fn cannot_parry(threats: u64, wins: u64) -> bool {
    threats & (threats - 1) != 0 || (threats << 1) & wins != 0
}
