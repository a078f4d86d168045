//! A position as the search sees it: both sides' discs and the cells where each completes four.

use crate::engine::board::{Board, landings, winning_cells};

use super::score::win_next;

/// A position whose side to move cannot win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) own_wins: u64,
    pub(super) other_wins: u64,
    pub(super) discs: u32,
}

/// How a position stands once every forced move is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Settled {
    /// The side to move at first has a choice.
    Open,
    /// The side that is then to move, the other one, has a choice.
    Turned,
    /// The side to move at first loses with the next disc but one.
    Lost,
    /// The other side loses with the next disc but one.
    Won,
}

impl Node {
    pub(super) fn of(board: Board) -> Self {
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

    /// The position after `cell` is taken, when the winning cells that leaves are known.
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

    /// Plays the moves that parry an immediate threat, as long as there is one.
    #[inline]
    pub(super) fn settle(&mut self) -> Settled {
        let mut turned = false;
        loop {
            let forced = landings(self.all()) & self.other_wins;
            if forced == 0 {
                return if turned {
                    Settled::Turned
                } else {
                    Settled::Open
                };
            }
            if cannot_parry(forced, self.other_wins) {
                return if turned { Settled::Won } else { Settled::Lost };
            }
            let own = self.own | forced;
            *self = self.after(forced, winning_cells(own, own | self.other));
            turned = !turned;
        }
    }

    /// The moves that do not let the other side win at once, none when there is no such move;
    /// nothing is threatened at the moment.
    #[inline]
    pub(super) const fn safe_moves(&self) -> u64 {
        landings(self.all()) & !(self.other_wins >> 1)
    }

    /// The score of a decisive move.
    pub(super) const fn decisive_score(&self) -> i32 {
        win_next(self.discs)
    }
}

/// Whether threats that can be carried out at once are two, or one with another just above.
#[inline]
const fn cannot_parry(threats: u64, wins: u64) -> bool {
    threats & (threats - 1) != 0 || (threats << 1) & wins != 0
}
