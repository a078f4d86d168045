//! The moves of a position, their properties, and the order in which they are searched.

use crate::grid::COLUMNS;

use super::bounds::{NONE, against_first};
use super::node::Node;
use super::ordering::OrderingContext;

/// Most moves of a position: one for each column.
pub(super) const MOVES: usize = COLUMNS as usize;
/// Number of lanes of a vector: one for each column and one that stays empty.
pub(super) const LANES: usize = 8;

pub(super) type LaneWords = [u64; LANES];

/// Weight of a lane that is not a move or is excluded from the search; less than every other weight.
const DONE: i64 = i64::MIN;
/// Index of the last lane, and the mask of the bits of a weight that hold the lane.
const LAST: i64 = 7;
/// Number of lanes after each lane.
const COLUMNS_AFTER: [i64; LANES] = [7, 6, 5, 4, 3, 2, 1, 0];

/// All moves of a position; the lane of a move is the index of its column.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub(super) struct Children {
    /// Cell in which the disc lands; 0 in a column that is not a move.
    pub(super) cells: LaneWords,
    /// Winning cells, after the move, of the side that moved.
    pub(super) wins: LaneWords,
    /// Not 0 for a decisive move: the side wins with its next disc against any answer.
    pub(super) decisive: LaneWords,
    /// After a move of the second player, the upper bound of the first player's score when the second
    /// follows up; after a move of the first, the threats that can decide the column left over.
    pub(super) follow: [i64; LANES],
    /// Move ordering: the largest weight is searched first.
    pub(super) weights: [i64; LANES],
}

impl Children {
    #[inline]
    pub(super) fn is_decisive(&self) -> bool {
        self.decisive.iter().fold(0, |any, lane| any | lane) != 0
    }

    /// A lower bound of the score of the side to move: after one of the moves it can follow up.
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

    /// Completes the weights: adds those of the cells, and the column, so that no two are equal.
    #[inline]
    pub(super) fn rank(&mut self, node: &Node, ordering: &OrderingContext) {
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

    #[inline]
    pub(super) const fn exclude(&mut self, lane: usize) {
        self.weights[lane] = DONE;
    }

    /// Removes and returns the lane of the most promising move; `None` when no move is left.
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
        self.exclude(lane);
        Some(lane)
    }
}
