//! The moves of a position: what each leads to, and which to search next.

use crate::grid::COLUMNS;

use super::bounds::{NONE, against_first};
use super::node::Node;
use super::ordering::Context;

/// The most moves there are: one for each column.
pub(super) const MOVES: usize = COLUMNS as usize;
/// A lane for each of them, and one that stays empty.
pub(super) const LANES: usize = 8;

/// A word for each lane.
pub(super) type Words = [u64; LANES];

/// Below every weight: not a move, or no longer to be searched.
const DONE: i64 = i64::MIN;
const LAST: i64 = 7;
/// How many lanes come after each.
const COLUMNS_AFTER: [i64; LANES] = [7, 6, 5, 4, 3, 2, 1, 0];

/// Every move, named by its lane, the column from 0.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Children {
    /// Where the disc lands; 0 in a column that is no move.
    pub(super) cells: Words,
    /// The winning cells of the side that moved.
    pub(super) wins: Words,
    /// Not 0 where the move wins with the next disc whatever the answer.
    pub(super) decisive: Words,
    /// After a move of the second player, the most the first then scores if the second follows up;
    /// after one of the first, the threats that may win the column left over if it does.
    pub(super) follow: [i64; LANES],
    /// How promising the move is.
    pub(super) weights: [i64; LANES],
}

impl Children {
    /// Whether some move is decisive.
    #[inline]
    pub(super) fn is_decisive(&self) -> bool {
        self.decisive.iter().fold(0, |any, lane| any | lane) != 0
    }

    /// The least the side to move scores because a move lets it follow up.
    #[inline]
    pub(super) fn bound_by_following(&self, node: &Node) -> i32 {
        let first_follows = node.discs.is_multiple_of(2);
        let mut most = NONE;
        for (lane, &cell) in self.cells.iter().enumerate() {
            let follow = self.follow[lane];
            if !first_follows {
                most = most.min(follow);
            } else if cell != 0 && follow != 0 {
                let threats = follow.cast_unsigned();
                most = most.min(against_first(node.other, node.own | cell, threats));
            }
        }
        -(most as i32)
    }

    /// Makes each weight one of its own: where the cell is counts too, and equals go by column.
    #[inline]
    pub(super) fn rank(&mut self, node: &Node, ordering: &Context) {
        if ordering.is_early() {
            for (weight, &cell) in self.weights.iter_mut().zip(&self.cells) {
                *weight += ordering.rows(node, cell);
            }
        }
        for (lane, after) in COLUMNS_AFTER.iter().enumerate() {
            let cell = self.cells[lane];
            let weight = self.weights[lane] + ordering.cell(cell);
            let rank = weight * (LAST + 1) + after;
            self.weights[lane] = if cell == 0 { DONE } else { rank };
        }
    }

    /// Leaves a move out of the search.
    #[inline]
    pub(super) const fn set_aside(&mut self, lane: usize) {
        self.weights[lane] = DONE;
    }

    /// The most promising move that is left.
    #[inline]
    pub(super) fn next(&mut self) -> Option<usize> {
        let heaviest = self
            .weights
            .iter()
            .fold(DONE, |heaviest, &weight| heaviest.max(weight));
        if heaviest == DONE {
            return None;
        }
        let lane = (LAST - (heaviest & LAST)) as usize;
        self.set_aside(lane);
        Some(lane)
    }
}
