//! A position as the search sees it: both sides' discs and the cells where each completes four.

use crate::board::{Board, CELLS, landings, winning_cells};

use super::score::{lost_next, win_next};

/// A position whose side to move cannot win at once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) own: u64,
    pub(super) other: u64,
    pub(super) own_wins: u64,
    pub(super) other_wins: u64,
    pub(super) discs: u32,
}

/// A move and what it leaves.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Child {
    pub(super) cell: u64,
    /// Winning cells of the side that made the move.
    pub(super) wins: u64,
    pub(super) key: u64,
    pub(super) weight: i32,
}

/// A position in which the side to move has a choice, reached by moves that had none.
#[derive(Debug)]
pub(super) struct Settled {
    pub(super) node: Node,
    /// Whether the other side is to move now.
    pub(super) turned: bool,
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
    ///
    /// # Errors
    /// The score, seen by the side to move at the start, when a threat cannot be parried.
    #[inline]
    pub(super) fn settled(mut self) -> Result<Settled, i32> {
        let mut turned = false;
        loop {
            let forced = landings(self.all()) & self.other_wins;
            if forced == 0 {
                return Ok(Settled { node: self, turned });
            }
            if cannot_parry(forced, self.other_wins) {
                let score = lost_next(self.discs);
                return Err(if turned { -score } else { score });
            }
            let own = self.own | forced;
            self = self.after(forced, winning_cells(own, own | self.other));
            turned = !turned;
        }
    }

    /// The moves that do not let the other side win at once, none when there is no such move;
    /// nothing is threatened at the moment.
    #[inline]
    pub(super) const fn safe_moves(&self) -> u64 {
        landings(self.all()) & !(self.other_wins >> 1)
    }

    /// Whether a move that leaves `wins` wins with the next disc whatever the answer.
    #[inline]
    pub(super) const fn is_decisive(&self, cell: u64, wins: u64) -> bool {
        let answers = landings(self.all() | cell);
        let threats = answers & wins;
        if threats == 0 {
            return answers & !(wins >> 1) == 0 && self.discs + 1 < CELLS;
        }
        cannot_parry(threats, wins)
    }

    /// The decisive score when one of `moves` is decisive, else one less.
    #[inline]
    pub(super) fn decisive(&self, mut moves: u64) -> i32 {
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let own = self.own | cell;
            if self.is_decisive(cell, winning_cells(own, own | self.other)) {
                return self.decisive_score();
            }
        }
        self.decisive_score() - 1
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
